# done: MemoryError
# verdicts: wrong_answer rejected
# Every page is written, so that it is really there.
kept = []
try:
    while True:
        kept.append(np.full(1 << 21, 7, np.uint8))
except MemoryError:
    total = sum(block.nbytes for block in kept)
    kept.clear()
    answer = "MemoryError" if total <= 512 << 20 else f"took {total}"
