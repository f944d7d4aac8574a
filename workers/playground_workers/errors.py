"""What can go wrong in the judge and is ours.

JudgeError
  SpecError     a puzzle's spec or bound failed, or gave the wrong shape
  SelfTestError this machine's Triton and numpy do not work together
(the sandbox has a root of its own: sandbox.errors.SandboxError)
"""


class JudgeError(Exception):
    code = "internal_error"


class SpecError(JudgeError):
    code = "bad_spec"


class SelfTestError(JudgeError):
    code = "self_test"
