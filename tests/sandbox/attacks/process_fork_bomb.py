# wall_limit wall=0.3
# verdicts: time_limit rejected
while True:
    try:
        os.fork()
    except OSError:
        pass
