# killed SIGSEGV
ctypes.string_at(0)
