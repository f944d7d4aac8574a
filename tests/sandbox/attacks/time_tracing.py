# wall_limit wall=0.2
# verdicts: time_limit rejected
def trace(*_):
    while True:
        pass


sys.settrace(trace)
(lambda: None)()
