# killed SIGSEGV
# verdicts: crashed rejected
ctypes.CFUNCTYPE(None)(0x4141414141)()
