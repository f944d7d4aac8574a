# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    stat=lambda: os.stat("/etc"),
    lstat=lambda: os.lstat("/"),
    access=lambda: os.access("/etc", os.R_OK) or raw(21, b"/etc", 4),
    statvfs=lambda: os.statvfs("/"),
    readlink=lambda: os.readlink("/proc/self/exe"),
    folder=os.getcwd,
    list=lambda: os.listdir("/"),
)
