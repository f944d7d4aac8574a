# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(**{name: lambda name=name: __import__(name) for name in ("torch", "playground_puzzles", "this")})
