# done: MemoryError
# verdicts: wrong_answer rejected
kept = []
try:
    while True:
        kept.append([0] * 1_000_000)
except MemoryError:
    kept = None
    answer = "MemoryError"
