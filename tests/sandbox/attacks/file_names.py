# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    mkdir=lambda: os.mkdir("/tmp/d"),
    link=lambda: os.link("/etc/passwd", "/tmp/l"),
    symlink=lambda: os.symlink("/etc/passwd", "/tmp/s"),
    rename=lambda: os.rename("/tmp", "/tmp2"),
    unlink=lambda: os.unlink("/etc/passwd"),
    fifo=lambda: os.mkfifo("/tmp/f"),
    node=lambda: os.mknod("/tmp/n", 0o666 | 0o020000, os.makedev(1, 3)),
    chmod=lambda: os.chmod("/tmp", 0o777),
    chown=lambda: os.chown("/tmp", 65534, 65534),
    times=lambda: os.utime("/tmp"),
    truncate=lambda: os.truncate("/etc/passwd", 0),
    xattr=lambda: os.setxattr("/tmp", "user.x", b"1"),
    getxattr=lambda: os.listxattr("/"),
)
