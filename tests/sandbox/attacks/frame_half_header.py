# protocol
# verdicts: crashed rejected
os.write(3, b"\x01\x00")
os._exit(0)
