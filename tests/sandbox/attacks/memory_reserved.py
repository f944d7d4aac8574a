# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    none=lambda: mmap.mmap(-1, 1 << 40, prot=0),
    reserve=lambda: mmap.mmap(-1, 1 << 40, flags=0x4022),
    shared=lambda: mmap.mmap(-1, 1 << 40),
    grow=lambda: raw(216, ctypes.c_void_p(ctypes.addressof(ctypes.create_string_buffer(1 << 20)) & ~0xFFF), 4096, ctypes.c_long(1 << 40), 1, 0),
)
