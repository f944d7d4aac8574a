# wall_limit wall=0.3
for descriptor in range(4):
    os.close(descriptor)
while True:
    time.sleep(1)
