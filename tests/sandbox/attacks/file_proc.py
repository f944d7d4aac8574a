# done: all refused
# verdicts: wrong_answer rejected
names = ("mem", "maps", "environ", "fd", "root", "cwd", "ns/pid", "task", "exe", "status")
answer = attempt(**{name: lambda name=name: os.open(f"/proc/self/{name}", os.O_RDONLY) for name in names})
