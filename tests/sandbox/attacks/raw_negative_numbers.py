# killed SIGSYS
# verdicts: crashed rejected
raw(-1)
