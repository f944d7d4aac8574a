# exited 7
# verdicts: crashed rejected
os._exit(7)
