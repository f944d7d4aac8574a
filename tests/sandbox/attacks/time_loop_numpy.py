# wall_limit wall=0.2
# verdicts: time_limit rejected
block = np.ones((1500, 1500))
while True:
    block @ block
