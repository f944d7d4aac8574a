# wall_limit wall=0.2
# verdicts: time_limit rejected
time.sleep(1000)
