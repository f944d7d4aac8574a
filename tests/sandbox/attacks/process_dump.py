# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    dumpable=lambda: raw(157, 4, 1, 0, 0, 0),
    ptracer=lambda: raw(157, 0x59616D61, -1, 0, 0, 0),
    outlive=lambda: raw(157, 1, 0, 0, 0, 0),
    reaper=lambda: raw(157, 36, 1, 0, 0, 0),
    name=lambda: raw(157, 15, b"left-behind", 0, 0, 0),
    seccomp=lambda: raw(157, 22, 2, 0, 0, 0),
    keep_capabilities=lambda: raw(157, 8, 1, 0, 0, 0),
    speculation=lambda: raw(157, 53, 0, 1, 0, 0),
)
