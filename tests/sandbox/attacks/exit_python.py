# exited 1
sys.exit(0)
