# done: all refused
answer = attempt(pair=socket.socketpair, pipe=os.pipe, eventfd=lambda: os.eventfd(0))
