# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    read_results=lambda: os.read(3, 1), read_stray=lambda: os.read(1, 1), write_request=lambda: os.write(0, b"x")
)
