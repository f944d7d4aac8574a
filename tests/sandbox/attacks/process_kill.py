# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    parent=lambda: os.kill(os.getpid() - 1 or -1, 9),
    group=lambda: os.kill(0, 9),
    all=lambda: os.kill(-1, 9),
    one=lambda: os.kill(1, 9),
    thread=lambda: raw(234, 1, 1, 9),
    old_thread=lambda: raw(200, 1, 9),
    queue=lambda: raw(129, 1, 9, ctypes.create_string_buffer(128)),
)
