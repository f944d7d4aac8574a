# output_limit
# verdicts: crashed rejected
# Writes nothing at all, for ever, then a byte at a time: calls that cost the worker more than the run.
for turn in range(1000):
    os.write(3, b"")
while True:
    os.write(3, struct.pack("<BI", 9, 0))
