# done: nothing
# verdicts: wrong_answer rejected
names = [name for name in os.environ if name not in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")]
known = {"TRITON_INTERPRET", "HOME", "LANG", "LD_LIBRARY_PATH", "LC_CTYPE"}
loaded = [
    name for name in sys.modules if name.split(".")[0] in ("torch", "redis", "rq", "pydantic", "playground_puzzles")
]
left = [*loaded, *(name for name in names if name not in known)]
answer = left or "nothing"
