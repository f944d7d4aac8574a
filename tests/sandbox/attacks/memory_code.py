# killed SIGSEGV SIGBUS
# verdicts: crashed rejected
at = ctypes.cast(libc.getpid, ctypes.c_void_p).value
ctypes.memmove(at, b"\xcc" * 16, 16)
libc.getpid()
