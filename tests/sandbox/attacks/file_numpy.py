# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    load=lambda: np.load("/etc/passwd", allow_pickle=True),
    fromfile=lambda: np.fromfile("/proc/self/maps", np.uint8),
    text=lambda: np.loadtxt("/etc/hostname", str),
    map=lambda: np.memmap("/tmp/left-behind", np.uint8, "w+", shape=10),
    save=lambda: np.save("/tmp/left-behind", np.ones(3)),
    tofile=lambda: np.ones(3).tofile("/dev/shm/left-behind"),
)
