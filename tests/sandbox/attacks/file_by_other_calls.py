# done: all refused
# verdicts: wrong_answer rejected
how = (ctypes.c_uint64 * 3)(0, 0, 0)
answer = attempt(
    open=lambda: raw(2, b"/etc/passwd", 0),
    openat2=lambda: raw(437, -100, b"/etc/passwd", how, 24),
    creat=lambda: raw(85, b"/tmp/made", 0o600),
    handle=lambda: raw(304, -100, ctypes.create_string_buffer(64), 0),
    watch=lambda: raw(294, 0),
    watch_all=lambda: raw(300, 0, 0),
    sendfile=lambda: raw(40, 1, 0, 0, 10),
    splice=lambda: raw(275, 0, 0, 1, 0, 10, 0),
)
