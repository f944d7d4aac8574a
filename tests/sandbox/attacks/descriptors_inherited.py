# done: \[0, 1, 2, 3\]
# verdicts: wrong_answer rejected
found = []
for descriptor in range(4096):
    try:
        os.lseek(descriptor, 0, os.SEEK_CUR)
    except OSError as error:
        if error.errno == errno.EBADF:
            continue
    found.append(descriptor)
answer = found
