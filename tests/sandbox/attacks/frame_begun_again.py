# protocol
# verdicts: crashed rejected
os.write(3, struct.pack("<BI", 0, 0))
