# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    chdir=lambda: os.chdir("/"),
    chroot=lambda: os.chroot("/"),
    mount=lambda: raw(165, b"none", b"/", b"tmpfs", 0, 0),
    umount=lambda: raw(166, b"/", 2),
    pivot=lambda: raw(155, b".", b"."),
    tree=lambda: raw(428, -100, b"/", 1),
)
