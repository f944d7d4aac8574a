# killed SIGSEGV SIGABRT SIGTRAP
# verdicts: crashed rejected
os.abort()
