# done: all refused
# verdicts: wrong_answer rejected
word = ctypes.create_string_buffer(16)
answer = attempt(
    set_fs=lambda: raw(158, 0x1002, 0),
    set_gs=lambda: raw(158, 0x1001, 0),
    permission=lambda: raw(158, 0x1023, 18),
    table=lambda: raw(154, 1, word, 16),
    area=lambda: raw(205, word),
    robust=lambda: raw(273, word, 24),
    restartable=lambda: raw(334, word, 32, 0, 0),
    exit_word=lambda: raw(218, word),
)
