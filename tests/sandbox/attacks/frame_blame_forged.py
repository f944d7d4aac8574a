# done: mine
# verdicts: internal_error compile_error
# Trouble that says that the fault is ours, with a text of the attacker's.
text = "\x1b[31mpay\x1b[0m".encode()
body = struct.pack("<BIIII", 4, 0, 0, 0, 0) + struct.pack("<I", len(text)) + text + struct.pack("<I", 0)
if judged:
    os.write(3, struct.pack("<BI", 4, len(body)) + body)
    os._exit(0)
answer = "mine"
