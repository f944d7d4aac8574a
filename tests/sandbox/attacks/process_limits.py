# done: all refused
# verdicts: wrong_answer rejected
def raised(name, pid=0):
    limit = getattr(resource, name)
    return lambda: resource.prlimit(pid, limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


names = ("RLIMIT_AS", "RLIMIT_FSIZE", "RLIMIT_NPROC", "RLIMIT_NOFILE", "RLIMIT_STACK", "RLIMIT_CORE")
calls = {name: raised(name) for name in names}
calls["parent"] = raised("RLIMIT_AS", max(os.getpid() - 1, 1))
answer = attempt(**calls)
