# wall_limit wall=0.3
time.sleep(1000)
