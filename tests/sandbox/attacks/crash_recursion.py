# done: RecursionError
# verdicts: runtime_error rejected
def deeper():
    return deeper()


deeper()
