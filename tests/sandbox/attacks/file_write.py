# done: all refused
# verdicts: wrong_answer rejected
folders = ("/tmp", "/var/tmp", "/dev/shm", "/", ".", "/run", "/proc/self")
answer = attempt(**{path: lambda path=path: open(f"{path}/left-behind", "w") for path in folders})
