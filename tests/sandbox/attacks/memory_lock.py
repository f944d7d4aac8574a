# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(lock_all=lambda: raw(151, 3), huge=lambda: mmap.mmap(-1, 1 << 21, flags=0x40022))
