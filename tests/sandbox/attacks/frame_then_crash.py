# killed SIGSEGV
# verdicts: crashed rejected
os.write(3, struct.pack("<BI", 1, 4) + b"lie!")
ctypes.string_at(0)
