# output_limit
while True:
    send(9, bytes(1 << 20))
