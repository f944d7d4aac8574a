# protocol
# verdicts: crashed rejected
os.write(3, struct.pack("<BI", 1, 0xFFFFFFFF))
time.sleep(10)
