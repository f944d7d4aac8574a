"""The only files that a run may write: fixed ones, in a folder that has nothing else."""

import contextlib
import os
import tempfile

from playground_workers.sandbox import namespaces
from playground_workers.sandbox.errors import SandboxError
from playground_workers.sandbox.policy import Policy


class Scratch:
    """The files that a policy's runs may write, in a folder of their own; here also the working directory.

    own: on a tmpfs that our root has for it. Else a private folder of the machine's, which goes when this process ends
    in order; at most the policy's files are left, empty or as a killed run wrote them.
    """

    def __init__(self, policy: Policy, *, own: bool) -> None:
        self.paths: tuple[str, ...] = ()
        self._files: list[int] = []
        self._folder: str | None = None
        if not policy.scratch:
            return
        folder = namespaces.SCRATCH
        if not own:
            try:
                folder = self._folder = tempfile.mkdtemp(prefix="triton-playground-")
            except OSError as error:
                raise SandboxError(
                    f"The sandbox needs a folder for a few files and may make none in a temporary directory ({error}). "
                    "Give the worker a writable /tmp, or let it make namespaces."
                ) from error
        os.chdir(folder)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        self._files = [os.open(name, flags, 0o600) for name in policy.scratch]
        self.paths = tuple(os.path.join(folder, name) for name in policy.scratch)

    def __enter__(self) -> "Scratch":
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def empty(self) -> None:
        """Forget what the last run wrote."""
        for file in self._files:
            os.ftruncate(file, 0)

    def remove(self) -> None:
        """Remove a folder of the machine's, as far as it is there."""
        if self._folder is None:
            return
        for path in self.paths:
            with contextlib.suppress(OSError):
                os.unlink(path)
        with contextlib.suppress(OSError):
            os.chdir("/")
            os.rmdir(self._folder)
