# killed SIGSEGV SIGABRT SIGBUS SIGILL
# verdicts: crashed rejected
def victim():
    pass


victim.__code__ = victim.__code__.replace(co_code=b"\x64\xff" * 200 + b"\x53\x00", co_stacksize=1)
victim()
ctypes.string_at(0)
