# killed SIGSEGV
# verdicts: crashed rejected
for descriptor in range(64):
    try:
        os.close(descriptor)
    except OSError:
        pass
ctypes.string_at(0)
