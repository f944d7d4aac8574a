"""What can go wrong with the sandbox itself; what a submission does is told by an Ending, not by an exception.

SandboxError
  NamespacesRefused   this machine does not let us make namespaces; the container mode may still work
  OutputLimit         raised by a caller's on_frame, to end the run as output_limit
"""


class SandboxError(Exception):
    """The root. code: stable, for programs; message: for people."""

    code = "sandbox_error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NamespacesRefused(SandboxError):
    code = "namespaces_refused"


class OutputLimit(SandboxError):
    code = "output_limit"
