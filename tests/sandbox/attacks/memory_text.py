# done: MemoryError
try:
    text = "x" * (1 << 40)
except MemoryError:
    answer = "MemoryError"
