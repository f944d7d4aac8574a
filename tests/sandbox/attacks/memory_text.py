# done: MemoryError
# verdicts: wrong_answer rejected
try:
    text = "x" * (1 << 40)
except MemoryError:
    answer = "MemoryError"
