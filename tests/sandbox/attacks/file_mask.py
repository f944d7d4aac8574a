# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(umask=lambda: raw(95, 0), quota=lambda: raw(179, 0, 0, 0, 0), handle=lambda: raw(303, -100, b"/", 0, 0, 0))
