# wall_limit wall=0.2
# verdicts: time_limit time_limit
sum(range(1 << 60))
