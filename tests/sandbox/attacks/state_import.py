# done: all refused
answer = attempt(**{name: lambda name=name: __import__(name) for name in ("torch", "playground_puzzles", "this")})
