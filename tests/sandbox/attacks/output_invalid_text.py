# done: fine
# verdicts: wrong_answer rejected
for piece in (b"\xff\xfe", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf", b"\xe2\x80\xae", b"\x00" * 100):
    os.write(1, piece)
answer = "fine \udcff \u202e \x1b]52;c;aGk=\x07 \r\n\u2028"
