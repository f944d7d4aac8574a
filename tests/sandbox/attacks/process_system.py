# done: -1|32512
# verdicts: wrong_answer rejected
answer = os.system("true")
