# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    ptrace=lambda: raw(101, 16, 1, 0, 0),
    ptrace_me=lambda: raw(101, 0, 0, 0, 0),
    readv=lambda: raw(310, os.getpid(), 0, 0, 0, 0, 0),
    writev=lambda: raw(311, os.getpid(), 0, 0, 0, 0, 0),
    pidfd=lambda: os.pidfd_open(os.getpid()),
    getfd=lambda: raw(438, 3, 0, 0),
    kcmp=lambda: raw(312, 1, 1, 0, 0, 0),
    madvise=lambda: raw(440, 3, 0, 0, 0, 0),
)
