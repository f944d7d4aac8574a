# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(thread=lambda: threading.Thread(target=print).start())
