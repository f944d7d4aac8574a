# done: b''
# verdicts: wrong_answer rejected
answer = os.read(0, 100)
