# exited 1
# verdicts: crashed rejected
raise KeyboardInterrupt
