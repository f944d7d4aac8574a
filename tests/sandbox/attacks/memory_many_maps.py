# done: MemoryError|refused|fine
# verdicts: wrong_answer rejected
kept = []
try:
    for turn in range(5_000):
        kept.append(mmap.mmap(-1, 4096, prot=1 + turn % 2))
    answer = "fine"
except (OSError, MemoryError):
    kept.clear()
    answer = "refused"
