# done: all refused
answer = attempt(root=lambda: os.open("/", os.O_PATH), up=lambda: os.open("../../..", os.O_PATH))
