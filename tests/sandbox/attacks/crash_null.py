# killed SIGSEGV
# verdicts: crashed rejected
ctypes.string_at(0)
