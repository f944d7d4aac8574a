# killed SIGSEGV SIGABRT
# verdicts: crashed rejected
# An object that everybody holds, given back until it is gone, and its type with it.
ctypes.memset(id(sys), 0, 64)
sys.path
