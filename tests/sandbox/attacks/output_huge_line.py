# output_limit
# verdicts: output_limit rejected
line = b"x" * (1 << 20)
for turn in range(1 << 20):
    os.write(2, line)
