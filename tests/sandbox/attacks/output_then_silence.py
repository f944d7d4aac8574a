# wall_limit wall=0.4
# verdicts: time_limit rejected
send(200, b"so far") if False else None
os.write(1, b"so far")
time.sleep(100)
