# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    truncate=lambda: os.ftruncate(3, 10),
    reserve=lambda: raw(285, 3, 0, 0, 4096),
    sync=lambda: os.fsync(3),
    sync_all=lambda: raw(162),
    pipe_size=lambda: raw(72, 3, 1031, 1 << 30),
    signals=lambda: raw(72, 3, 8, 1),
    copy=lambda: os.dup(3),
    copy_onto=lambda: os.dup2(3, 9),
    enter=lambda: os.fchdir(3),
    entries=lambda: raw(217, 0, ctypes.create_string_buffer(1024), 1024),
    parent=lambda: os.open("..", os.O_RDONLY, dir_fd=3),
)
