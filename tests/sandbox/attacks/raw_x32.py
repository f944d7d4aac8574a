# killed SIGSYS
raw(0x40000000 + 39)
