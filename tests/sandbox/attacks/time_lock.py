# wall_limit wall=0.3
lock = threading.Lock()
lock.acquire()
lock.acquire()
