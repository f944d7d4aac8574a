# killed SIGSEGV SIGBUS
# verdicts: crashed rejected
wild = np.lib.stride_tricks.as_strided(np.zeros(1), (1 << 20,), (1 << 30,))
wild[:] = 1
