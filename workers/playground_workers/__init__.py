"""The judge: rq workers, the sandbox and the interpreter. Knows Redis, not the database."""
