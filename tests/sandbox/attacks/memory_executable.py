# done: all refused
# verdicts: wrong_answer rejected
everything = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
page = mmap.mmap(-1, 4096)
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
answer = attempt(
    map=lambda: mmap.mmap(-1, 4096, prot=everything),
    map_private=lambda: mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=everything),
    execute_only=lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_EXEC),
    protect=lambda: raw(10, ctypes.c_void_p(address), 4096, 5),
    protect_key=lambda: raw(329, ctypes.c_void_p(address), 4096, 7, -1),
    remap=lambda: raw(216, ctypes.c_void_p(address), 4096, 0, 0, 0),
)
