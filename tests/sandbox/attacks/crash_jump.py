# killed SIGSEGV
ctypes.CFUNCTYPE(None)(0x4141414141)()
