# protocol
# verdicts: crashed rejected
os.write(3, struct.pack("<BI", 1, 100) + b"short")
os._exit(0)
