# wall_limit wall=0.3
# verdicts: time_limit rejected
time.sleep(1000)
