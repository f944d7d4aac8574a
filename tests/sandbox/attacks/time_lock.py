# wall_limit wall=0.2
# verdicts: time_limit rejected
lock = threading.Lock()
lock.acquire()
lock.acquire()
