# done: all refused
# verdicts: wrong_answer rejected
others = (1, 2, os.getpid() + 1, os.getppid() or 1)
answer = attempt(
    stop_self=lambda: os.kill(os.getpid(), signal.SIGSTOP),
    raise_self=lambda: signal.raise_signal(signal.SIGSTOP),
    group=lambda: os.killpg(os.getpgid(0), signal.SIGSTOP),
    **{f"stop_{pid}": lambda pid=pid: os.kill(pid, signal.SIGSTOP) for pid in others},
)
