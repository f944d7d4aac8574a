# done: refused
# verdicts: wrong_answer rejected
try:
    resource.setrlimit(resource.RLIMIT_CPU, (100, 100))
    answer = "worked"
except ValueError:
    answer = "refused"
