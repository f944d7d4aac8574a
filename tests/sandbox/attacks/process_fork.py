# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(fork=os.fork, vfork=lambda: raw(58), clone=lambda: raw(56, 17, 0, 0, 0, 0))
