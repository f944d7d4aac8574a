# done: all refused
# verdicts: wrong_answer rejected
words = (ctypes.c_uint64 * 11)()
words[4] = 17
answer = attempt(clone3=lambda: raw(435, words, 88), namespaces=lambda: raw(56, 0x7E020000 | 17, 0, 0, 0, 0))
