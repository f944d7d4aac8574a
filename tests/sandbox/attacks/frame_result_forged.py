# done: mine
# verdicts: wrong_answer rejected
# A whole case with a result of the attacker's choosing, and the end: it is compared like any other.
stored = struct.pack("<I", 1) + struct.pack("<H", 1) + b"".join(struct.pack("<I", 128) + b"\x00" * 128 for _ in range(3))
case = struct.pack("<HQ", 0, 1) + stored + struct.pack("<III", 0, 0, 0)
if judged:
    os.write(3, struct.pack("<BI", 3, len(case)) + case + struct.pack("<BI", 5, 0))
    os._exit(0)
answer = "mine"
