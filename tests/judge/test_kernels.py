"""Kernels with the verdict that each must get. A regression is a new file in `kernels/`.

Header lines: `# puzzle:` number; `# expect:` verdict words that are right; `# line:` where the error is said to be;
`# says:` words that the message holds, parted by ` ... `; `# why:` what is right or wrong with the kernel.
"""

import re
from pathlib import Path

import pytest

from playground_puzzles.models import Verdict

KERNELS = sorted((Path(__file__).parent / "kernels").glob("*.py"))


def headers(text):
    return dict(re.findall(r"^# (\w+): (.*)$", text, re.MULTILINE))


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_kernel_gets_its_verdict(path, judge_source):
    text = path.read_text()
    wanted = headers(text)
    verdict = judge_source(wanted["puzzle"], text)
    assert verdict.outcome.value in wanted["expect"].split(), message(verdict)
    if "line" in wanted:
        assert verdict.error is not None
        assert verdict.error.line == int(wanted["line"]), message(verdict)
    for words in wanted.get("says", "").split(" ... "):
        assert words in message(verdict)


def message(verdict: Verdict) -> str:
    """All that a student would read."""
    parts = [verdict.outcome.value]
    if verdict.error is not None:
        parts += [verdict.error.message, verdict.error.hint or ""]
    parts += [f"{case.title}: {case.outcome.value} {case.reason or ''}\n{case.advice or ''}" for case in verdict.cases]
    parts += [f"line {warning.line}: {warning.message}" for warning in verdict.warnings]
    return "\n".join(parts)


def test_a_thousand_warnings_do_not_fail_a_right_kernel(judge_source):
    constants = "".join(f"C{number} = 0\n" for number in range(1001))
    uses = "".join(f"    x += C{number}\n" for number in range(1001))
    source = (
        f"import triton\nimport triton.language as tl\n\n{constants}\n\n@triton.jit\n"
        "def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n"
        "    offs = tl.arange(0, B0)\n    x = tl.load(x_ptr + offs)\n"
        f"{uses}    tl.store(z_ptr + offs, x + 10.0)\n"
    )
    verdict = judge_source("1", source)
    assert verdict.outcome == "passed", message(verdict)
    assert verdict.warnings
