# killed SIGSYS
# verdicts: crashed rejected
# No executable memory can be made, so an `int 0x80` that lies by chance in some library is looked for and called.
start = ctypes.cast(libc.printf, ctypes.c_void_p).value
for base in range(start & ~0xFFF, start + (1 << 20), 4096):
    at = ctypes.string_at(base, 4097).find(b"\xcd\x80")
    if at >= 0:
        ctypes.CFUNCTYPE(ctypes.c_int)(base + at)()
raw(0x40000000)
