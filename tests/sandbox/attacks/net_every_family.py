# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(**{f"family_{family}": lambda family=family: socket.socket(family) for family in range(46)})
