# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    setuid=lambda: os.setuid(0),
    setgid=lambda: os.setgid(0),
    setgroups=lambda: os.setgroups([0]),
    capset=lambda: raw(126, struct.pack("Ii", 0x20080522, 0), b"\xff" * 24),
    personality=lambda: raw(135, 0x0400000),
    prctl=lambda: raw(157, 4, 1, 0, 0, 0),
    session=os.setsid,
    unshare=lambda: raw(272, 0x10000000),
    setns=lambda: raw(308, 3, 0),
    seccomp=lambda: raw(317, 1, 0, 0),
    landlock=lambda: raw(444, 0, 0, 1),
)
