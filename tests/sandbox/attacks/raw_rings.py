# done: all refused
# verdicts: wrong_answer rejected
room = ctypes.create_string_buffer(256)
answer = attempt(
    ring=lambda: raw(425, 8, room),
    old_ring=lambda: raw(206, 8, room),
    poll_file=lambda: raw(291, 0),
    poll_select=lambda: raw(23, 1, room, 0, 0, 0),
    poll=lambda: raw(7, room, 0, 0),
    event=lambda: raw(290, 0, 0),
    signals=lambda: raw(289, -1, room, 8, 0),
    faults=lambda: raw(323, 1),
    pages=lambda: raw(278, 3, room, 0, 0),
    futex_many=lambda: raw(449, room, 0, 0, 0, 0),
)
