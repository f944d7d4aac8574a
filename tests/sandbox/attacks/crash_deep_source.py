# done: MemoryError|RecursionError|SyntaxError
compile("(" * 100_000 + ")" * 100_000, "deep", "eval")
