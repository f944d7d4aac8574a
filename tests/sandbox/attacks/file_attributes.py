# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    set=lambda: os.setxattr("/tmp", "user.left", b"behind"),
    get=lambda: os.getxattr("/", "security.selinux"),
    list=lambda: os.listxattr("/"),
    on_pipe=lambda: raw(190, 3, b"user.left", b"x", 1, 0),
    mode=lambda: os.chmod("/tmp", 0o777),
    owner=lambda: os.chown("/tmp", 0, 0),
    own_pipe=lambda: raw(91, 3, 0o777),
    times=lambda: os.utime("/tmp"),
    flags=lambda: raw(16, 3, 0x40086602, ctypes.create_string_buffer(8)),
)
