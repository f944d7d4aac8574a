# done: all refused
# verdicts: wrong_answer rejected
# The kernel looks at 32 bits of the number and of int arguments; what stands above must not hide a call or open one.
high = 1 << 32
answer = attempt(
    fork=lambda: raw(high | 57),
    execve=lambda: raw(high | 59, b"/bin/sh", 0, 0),
    socket=lambda: raw(ctypes.c_long(high | 41), ctypes.c_long(high | 2), 1, 0),
    limit_of_1=lambda: raw(302, ctypes.c_long(high | 1), 0, 0, ctypes.create_string_buffer(16)),
    limit_set=lambda: raw(302, 0, ctypes.c_long(high | 9), ctypes.create_string_buffer(b"\xff" * 16, 16), 0),
    map=lambda: raw(9, 0, 4096, ctypes.c_long(high | 7), 0x22, -1, 0),
    protect=lambda: raw(10, ctypes.c_void_p(0), 0, ctypes.c_long(high | 4)),
)
