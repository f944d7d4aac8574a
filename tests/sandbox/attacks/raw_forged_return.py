# killed SIGSEGV SIGBUS SIGILL SIGSYS
# verdicts: crashed rejected
# rt_sigreturn with whatever lies on the stack as the registers to come back with.
raw(15)
