# killed SIGSEGV
# verdicts: crashed rejected
sys.setrecursionlimit(1 << 30)


class Deep:
    def __repr__(self):
        return repr([self])


repr(Deep())
