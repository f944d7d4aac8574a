# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    exec=lambda: os.execv("/bin/sh", ["sh"]),
    spawn=lambda: os.posix_spawn("/bin/sh", ["sh"], {}),
    shell=lambda: subprocess.run(["/bin/sh", "-c", "true"]),
    execveat=lambda: raw(322, 0, b"", 0, 0, 0x1000),
)
