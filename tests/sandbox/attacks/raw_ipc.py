# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    shared=lambda: raw(29, 0, 4096, 0o1600),
    semaphore=lambda: raw(64, 0, 1, 0o1600),
    queue=lambda: raw(68, 0, 0o1600),
    posix_queue=lambda: raw(240, b"/q", 0o102, 0o600, 0),
    posix_memory=lambda: __import__("multiprocessing.shared_memory").shared_memory.SharedMemory(create=True, size=10),
    lock=lambda: raw(73, 0, 2),
    record_lock=lambda: raw(72, 3, 6, ctypes.create_string_buffer(64)),
    key=lambda: raw(248, b"user", b"a", b"b", 1, -3),
)
