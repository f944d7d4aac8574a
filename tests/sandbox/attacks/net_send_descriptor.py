# done: all refused
# verdicts: wrong_answer rejected
data = ctypes.create_string_buffer(struct.pack("<QiiI", 20, 1, 1, 3), 24)
message = struct.pack("<QQQQQQQ", 0, 0, 0, 0, ctypes.addressof(data), 24, 0)
answer = attempt(to_worker=lambda: raw(46, 3, message, 0), to_request=lambda: raw(46, 0, message, 0))
