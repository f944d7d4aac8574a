# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    soft=lambda: os.symlink("/etc/passwd", "/tmp/left-behind"),
    hard=lambda: os.link("/etc/passwd", "/tmp/left-behind"),
    rename=lambda: os.rename("/tmp", "/tmp2"),
    fifo=lambda: os.mkfifo("/tmp/left-behind"),
    device=lambda: os.mknod("/tmp/left-behind", 0o20666, os.makedev(1, 1)),
    empty=lambda: raw(265, 3, b"", -100, b"/tmp/left-behind", 0x1000),
    exchange=lambda: raw(316, -100, b"/tmp", -100, b"/var", 2),
)
