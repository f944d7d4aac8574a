# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(pair=socket.socketpair, pipe=os.pipe, eventfd=lambda: os.eventfd(0))
