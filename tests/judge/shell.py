"""Commands of `triton-playground judge` without the seconds that Python and torch take to load.

A process that has loaded what the command loads forks one child for each command; the child has the arguments,
environment, standard streams and exit status of a command of its own.
"""

import os
import pickle
import subprocess
import sys
import tempfile
from dataclasses import dataclass


@dataclass
class Done:
    returncode: int
    stdout: bytes
    stderr: bytes


class Shell:
    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def run(self, *arguments, source=None, environment=None):
        """What came of `triton-playground ARGUMENTS`. source: bytes for its standard input."""
        pickle.dump((arguments, source or b"", environment or {}), self.process.stdin)
        self.process.stdin.flush()
        return Done(*pickle.load(self.process.stdout))


def serve():
    import torch

    from playground_puzzles import cli
    from playground_workers import cli as _loaded  # noqa: F401 - the command imports it by name

    torch.set_num_threads(1)
    answers = os.dup(1)
    while True:
        try:
            arguments, source, environment = pickle.load(sys.stdin.buffer)
        except EOFError:
            os._exit(0)
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            given.write(source)
            given.seek(0)
            child = os.fork()
            if child == 0:
                _become(cli.main, arguments, environment, (given, out, err))
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            said = []
            for stream in (out, err):
                stream.seek(0)
                said.append(stream.read())
        with os.fdopen(os.dup(answers), "wb") as stream:
            pickle.dump((status, *said), stream)


def _become(main, arguments, environment, streams):
    status = 70
    try:
        for descriptor, stream in enumerate(streams):
            os.dup2(stream.fileno(), descriptor)
        sys.stdin = os.fdopen(0, "r", closefd=False)
        sys.argv = ["triton-playground", *arguments]
        os.environ.update(environment)
        main()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    serve()
