# killed SIGSEGV
# verdicts: crashed rejected
# A handler that takes the fault and goes on would run for ever; Python's own is taken out by the second fault.
signal.signal(signal.SIGSEGV, signal.SIG_IGN)
ctypes.string_at(0)
