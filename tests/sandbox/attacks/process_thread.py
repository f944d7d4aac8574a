# done: all refused
answer = attempt(thread=lambda: threading.Thread(target=print).start())
