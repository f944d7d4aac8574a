# done: all refused
# verdicts: wrong_answer rejected
# Whoever can ask after a process knows that it is there. In a namespace of its own a run sees itself alone, as 1.
me = os.getpid()


def any_of(ask):
    for pid in range(2, 1 << 15):
        if pid != me:
            try:
                return ask(pid)
            except OSError:
                pass
    raise ProcessLookupError


answer = attempt(
    affinity=lambda: any_of(os.sched_getaffinity),
    group=lambda: any_of(os.getpgid),
    session=lambda: any_of(os.getsid),
    scheduler=lambda: any_of(os.sched_getscheduler),
    priority=lambda: any_of(lambda pid: os.getpriority(os.PRIO_PROCESS, pid)),
    limits=lambda: any_of(lambda pid: resource.prlimit(pid, resource.RLIMIT_AS)),
    clock=lambda: any_of(lambda pid: time.clock_gettime((~pid << 3) | 2)),
)
