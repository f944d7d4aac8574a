# done: RecursionError
def deeper():
    return deeper()


deeper()
