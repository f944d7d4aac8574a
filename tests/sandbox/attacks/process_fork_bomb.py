# wall_limit wall=0.2
# verdicts: time_limit rejected
while True:
    try:
        os.fork()
    except OSError:
        pass
