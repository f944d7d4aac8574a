# wall_limit wall=0.3
# verdicts: time_limit rejected
lock = threading.Lock()
lock.acquire()
lock.acquire()
