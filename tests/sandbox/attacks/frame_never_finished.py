# wall_limit wall=0.4
# verdicts: time_limit rejected
os.write(3, struct.pack("<BI", 1, 1000))
while True:
    os.write(3, b"x")
    time.sleep(0.05)
    if False:
        break
