# done: ok
# verdicts: wrong_answer rejected
# Whatever the number, the answer is a result or an errno, and this process lives; what ends or blocks it is left out.
# 335 and 336 are the kernel's own return paths of uprobes: from anywhere else they are SIGILL, filter or not.
left_out = {0, 1, 3, 9, 10, 11, 12, 13, 14, 15, 25, 28, 35, 60, 131, 202, 219, 230, 231, 335, 336}
answered = {}
for number in range(500):
    if number not in left_out:
        try:
            answered[number] = raw(number, -1, -1, -1, -1, -1, -1)
        except OSError as error:
            if error.errno != errno.EPERM:
                answered[number] = error.errno
allowed = {5, 8, 24, 39, 96, 98, 100, 102, 104, 107, 108, 186, 201, 204, 228, 229, 318}
answer = "ok" if set(answered) <= allowed else sorted(set(answered) - allowed)
