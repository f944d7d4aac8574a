# time_limit
sum(range(1 << 60))
