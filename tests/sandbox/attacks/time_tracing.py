# wall_limit wall=0.3
# verdicts: time_limit rejected
def trace(*_):
    while True:
        pass


sys.settrace(trace)
(lambda: None)()
