# done: MemoryError|refused|fine
# verdicts: wrong_answer rejected
# libffi wants executable memory for a callback; it must do without, or fail.
try:
    callback = ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 7)
    answer = "fine" if callback() == 7 else "odd"
except (MemoryError, OSError):
    answer = "refused"
