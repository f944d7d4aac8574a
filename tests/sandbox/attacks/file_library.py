# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    path=lambda: ctypes.CDLL("/lib/x86_64-linux-gnu/libutil.so.1"),
    python=lambda: ctypes.CDLL(sys.executable),
    extension=lambda: __import__("_tkinter"),
    lazy=lambda: __import__("sqlite3"),
)
