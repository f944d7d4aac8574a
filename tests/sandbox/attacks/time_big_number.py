# wall_limit wall=0.2
# verdicts: time_limit rejected
answer = len(str(10 ** (10**8) % 7 ** (10**7)))
