# wall_limit wall=0.2
# verdicts: time_limit rejected
for descriptor in range(4):
    os.close(descriptor)
while True:
    time.sleep(1)
