# done: b''
answer = os.read(0, 100)
