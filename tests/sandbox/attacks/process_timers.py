# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    alarm=lambda: raw(37, 1),
    interval=lambda: signal.setitimer(signal.ITIMER_REAL, 0.1),
    timer=lambda: raw(222, 0, 0, ctypes.create_string_buffer(8)),
    descriptor=lambda: raw(283, 1, 0),
    wait=lambda: os.waitpid(-1, os.WNOHANG),
    wait_id=lambda: os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG),
    pause=lambda: raw(34),
    wait_signal=lambda: raw(128, ctypes.create_string_buffer(8), 0, 0, 8),
)
