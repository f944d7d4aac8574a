# killed SIGSEGV SIGBUS
# verdicts: crashed rejected
libc.memset(ctypes.c_void_p(ctypes.addressof(ctypes.c_int()) & ~0xFFF), 65, ctypes.c_size_t(1 << 40))
