# killed SIGSEGV SIGSYS
# verdicts: crashed rejected
# The old fixed page of the kernel, whose calls go past the C library.
ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_void_p)(0xFFFFFFFFFF600400)(None)
ctypes.string_at(0)
