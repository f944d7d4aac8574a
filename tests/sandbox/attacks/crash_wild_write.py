# killed SIGSEGV
# verdicts: crashed rejected
ctypes.memset(0x123456789000, 1, 4096)
