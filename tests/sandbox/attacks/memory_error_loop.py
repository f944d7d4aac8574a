# wall_limit wall=0.2
# verdicts: time_limit rejected
while True:
    try:
        kept = [b"x" * (1 << 20)] * (1 << 30)
    except MemoryError:
        pass
