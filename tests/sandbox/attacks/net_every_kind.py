# done: all refused
# verdicts: wrong_answer rejected
kinds = (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET)
answer = attempt(**{f"kind_{kind}": lambda kind=kind: socket.socket(socket.AF_INET, kind) for kind in kinds})
