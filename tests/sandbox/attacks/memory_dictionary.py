# done: MemoryError
# verdicts: wrong_answer rejected
try:
    grown = {}
    for number in range(1 << 40):
        grown[number] = bytes(1 << 16)
except MemoryError:
    grown = None
    answer = "MemoryError"
