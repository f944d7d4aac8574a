# output_limit
# verdicts: crashed rejected
# Frames with nothing in them: each is cheap to write and dear to read.
empty = struct.pack("<BI", 9, 0) * 100_000
while True:
    os.write(3, empty)
