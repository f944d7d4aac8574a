# done: all refused
# verdicts: wrong_answer rejected
address = struct.pack("<HH", socket.AF_INET, 0x5000) + bytes([127, 0, 0, 1]) + bytes(8)
message = ctypes.create_string_buffer(64)
answer = attempt(
    connect=lambda: raw(42, 3, address, 16),
    bind=lambda: raw(49, 3, address, 16),
    listen=lambda: raw(50, 3, 1),
    accept=lambda: raw(43, 3, 0, 0),
    send_to=lambda: raw(44, 3, b"x", 1, 0, address, 16),
    send_message=lambda: raw(46, 3, message, 0),
    receive_message=lambda: raw(47, 0, message, 0),
    options=lambda: raw(54, 3, 1, 2, message, 4),
)
