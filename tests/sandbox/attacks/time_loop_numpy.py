# wall_limit wall=0.3
block = np.ones((1500, 1500))
while True:
    block @ block
