# killed SIGSYS
# verdicts: crashed rejected
raw(0x40000000 + 39)
