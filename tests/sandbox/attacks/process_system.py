# done: -1|32512
answer = os.system("true")
