# done: all refused
# verdicts: wrong_answer rejected
paths = (
    "/etc/passwd",
    "/etc/hostname",
    "/proc/1/environ",
    "/root",
    "/",
    ".",
    sys.executable,
    __import__("hostile").__file__,
)
answer = attempt(**{path: lambda path=path: os.open(path, os.O_RDONLY) for path in paths})
