# protocol
# verdicts: crashed rejected
os.write(3, os.urandom(64) + b"\xff" * 64)
time.sleep(10)
