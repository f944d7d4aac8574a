# done: left
# verdicts: wrong_answer rejected
for name in list(sys.modules):
    if name not in ("sys", "builtins", "hostile"):
        del sys.modules[name]
sys.path[:] = ["/tmp"]
sys.meta_path.clear()
answer = "left"
