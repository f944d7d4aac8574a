# time_limit
# verdicts: time_limit time_limit
while True:
    pass
