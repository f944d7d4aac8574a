# killed SIGSEGV SIGBUS
# verdicts: crashed rejected
page = mmap.mmap(-1, 4096)
page.write(b"\xb8\x39\x00\x00\x00\x0f\x05\xc3")
ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
