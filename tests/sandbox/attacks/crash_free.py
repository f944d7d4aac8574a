# killed SIGSEGV SIGABRT
# verdicts: crashed rejected
libc.free(ctypes.c_void_p(0x4141))
