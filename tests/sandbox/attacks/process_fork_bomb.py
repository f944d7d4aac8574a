# wall_limit wall=0.3
while True:
    try:
        os.fork()
    except OSError:
        pass
