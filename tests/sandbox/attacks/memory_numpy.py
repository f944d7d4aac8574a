# done: MemoryError
try:
    np.ones(1 << 30)
except MemoryError:
    answer = "MemoryError"
