# output_limit
line = b"x" * (1 << 20)
while True:
    os.write(1, line)
