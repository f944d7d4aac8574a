# done: MemoryError
# verdicts: wrong_answer rejected
try:
    np.ones(1 << 30)
except MemoryError:
    answer = "MemoryError"
