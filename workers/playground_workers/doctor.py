"""What `triton-playground doctor` looks at on a machine that judges."""

from importlib.metadata import version

from playground_puzzles.checks import Check
from playground_workers.errors import SelfTestError
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.errors import SandboxError
from playground_workers.sandbox.policy import INTERPRETER, Policy
from playground_workers.self_test import self_test


def checks(policy: Policy = INTERPRETER) -> list[Check]:
    """The sandbox really entered, a test kernel really run in it, and whether there is a GPU."""
    box = Box(policy)
    try:
        box.start()
        found = [_sandbox(box), _self_test(box)]
    except SandboxError as error:
        found = [Check("sandbox", False, str(error))]
    finally:
        box.close()
    return [*found, _gpu()]


def _sandbox(box: Box) -> Check:
    meaning = {
        "strong": "own namespaces, nothing of the file system in sight",
        "container": "no namespaces here; Landlock and seccomp hold, but paths can be seen to exist",
        "weak": "something is open that should not be",
        "none": "nothing holds a kernel back",
    }
    tier = box.tier
    found = f"{tier} ({meaning.get(tier, 'unknown')})"
    return Check(
        "sandbox",
        tier in ("strong", "container"),
        f"{found}; a kernel could: {', '.join(box.open)}" if box.open else found,
        "Do not serve strangers from this machine: it needs a Linux kernel with user namespaces, Landlock, seccomp.",
    )


def _self_test(box: Box) -> Check:
    try:
        self_test(box)
    except SelfTestError as error:
        return Check("triton", False, str(error))
    return Check("triton", True, f"triton {version('triton')} with numpy {version('numpy')}: a test kernel is right")


def _gpu() -> Check:
    import torch

    if torch.cuda.is_available():
        return Check("gpu", True, torch.cuda.get_device_name(0))
    return Check("gpu", True, "none; kernels run on the interpreter")
