# done
# verdicts: crashed rejected
os._exit(0)
