# done: 1
# verdicts: wrong_answer rejected
# Numeric libraries get one thread, so that a run is one processor's worth at most.
block = np.ones((300, 300))
before = time.process_time(), time.perf_counter()
for turn in range(20):
    block @ block
spent = time.process_time() - before[0], time.perf_counter() - before[1]
answer = max(1, round(spent[0] / spent[1]))
