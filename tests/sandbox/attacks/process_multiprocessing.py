# done: all refused
# verdicts: wrong_answer rejected
import multiprocessing

answer = attempt(
    process=lambda: multiprocessing.get_context("fork").Process(target=print).start(),
    queue=lambda: multiprocessing.get_context("fork").Queue(),
    memory=lambda: multiprocessing.shared_memory.SharedMemory(create=True, size=10),
    popen=lambda: os.popen("true").read(),
)
