# killed SIGSEGV SIGABRT SIGTRAP
os.abort()
