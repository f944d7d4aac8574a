# output_limit
# verdicts: crashed rejected
many = struct.pack("<BI", 9, 1) + b"x"
many *= 100_000
while True:
    os.write(3, many)
