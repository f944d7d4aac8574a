# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    push=lambda: raw(16, 0, 0x5412, b"x"),
    take=lambda: raw(16, 1, 0x540E, 1),
    group=lambda: os.setpgid(0, 0),
    hang_up=lambda: raw(153),
    pty=lambda: os.openpty(),
    name=lambda: os.ttyname(0),
)
