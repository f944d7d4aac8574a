# output_limit
# verdicts: crashed rejected
while True:
    send(9, bytes(1 << 20))
