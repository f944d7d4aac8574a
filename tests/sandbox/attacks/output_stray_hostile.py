# done: fine
# verdicts: wrong_answer rejected
os.write(1, b"\xff\xfe\x00\x1b[2J\x1b]0;title\x07\r\n\xed\xa0\x80")
os.write(2, b"\x00" * 100_000)
answer = "fine \ud800 \x00 \x1b[31m"
