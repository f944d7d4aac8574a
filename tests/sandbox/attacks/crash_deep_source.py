# done: MemoryError|RecursionError|SyntaxError
# verdicts: runtime_error rejected
compile("(" * 100_000 + ")" * 100_000, "deep", "eval")
