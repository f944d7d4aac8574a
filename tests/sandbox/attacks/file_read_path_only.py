# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(root=lambda: os.open("/", os.O_PATH), up=lambda: os.open("../../..", os.O_PATH))
