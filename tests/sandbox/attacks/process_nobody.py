# done: True True
# verdicts: wrong_answer rejected
answer = os.getuid() != 0, os.geteuid() != 0
answer = f"{answer[0]} {answer[1]}"
