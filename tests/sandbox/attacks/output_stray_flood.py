# output_limit
# verdicts: output_limit rejected
line = b"x" * (1 << 20)
while True:
    os.write(1, line)
