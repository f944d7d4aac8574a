# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    uname=os.uname, hostname=lambda: socket.sethostname("x"), load=lambda: raw(99, ctypes.create_string_buffer(256))
)
