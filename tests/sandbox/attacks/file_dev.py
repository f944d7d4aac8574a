# done: all refused
# verdicts: wrong_answer rejected
names = ("null", "zero", "urandom", "mem", "kmsg", "fuse", "kvm", "tty", "shm/x", "nvidia0", "ptmx")
answer = attempt(**{name: lambda name=name: os.open(f"/dev/{name}", os.O_RDWR | os.O_CREAT) for name in names})
