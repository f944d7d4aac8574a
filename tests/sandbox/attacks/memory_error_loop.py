# wall_limit wall=0.3
while True:
    try:
        kept = [b"x" * (1 << 20)] * (1 << 30)
    except MemoryError:
        pass
