# done: all refused
# verdicts: wrong_answer rejected
kept = []


def fill():
    while True:
        kept.append(mmap.mmap(-1, 1 << 26))


answer = attempt(fill=fill)
kept.clear()
