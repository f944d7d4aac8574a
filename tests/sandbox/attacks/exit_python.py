# exited 1
# verdicts: crashed rejected
sys.exit(0)
