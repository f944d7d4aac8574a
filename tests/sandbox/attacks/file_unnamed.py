# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    tmpfile=lambda: os.open("/tmp", os.O_TMPFILE | os.O_RDWR),
    memfd=lambda: os.memfd_create("x"),
    secret=lambda: raw(447, 0),
)
