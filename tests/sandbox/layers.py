"""Which attacks succeed when a layer of the sandbox is taken out: python -m tests.sandbox.layers [FILE]

Prints a table, and writes all of it as JSON to FILE. Exit status 1 where an attack succeeds with every layer on, or
where a layer holds back nothing that the others do not hold back too.

What an attack could then do to this machine is bounded from outside: all of this runs in process, IPC, network and
mount namespaces of its own (by `unshare`, of util-linux), with limits that a runner cannot raise.
"""

import datetime
import json
import os
import platform
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from playground_workers.sandbox.box import Box, Mode
from playground_workers.sandbox.errors import SandboxError
from playground_workers.sandbox.policy import LAYERS, Layer
from tests.sandbox.attack import Attack, read_all
from tests.sandbox.lab import Lab, free_policy

CONTAINED = "--contained"
WALL_S = 6.0
OUTSIDE = {resource.RLIMIT_AS: 3 << 30, resource.RLIMIT_NPROC: 300, resource.RLIMIT_FSIZE: 16 << 20}
LEFT_BEHIND = re.compile(r"left-behind|made|\.triton-playground-probe")
WRITABLE = ("/tmp", "/var/tmp", "/dev/shm", "/run")


@dataclass(frozen=True)
class Setting:
    """A way to run without something. layer: what the attacks that succeed here, and not at `beside`, name."""

    mode: Mode
    out: tuple[Layer, ...]
    layer: str | None = None
    beside: "Setting | None" = None

    @property
    def title(self) -> str:
        gone = [*(["namespaces"] if self.mode == "container" else []), *self.out]
        return "without " + ", ".join(gone) if gone else "every layer on"


WHOLE = Setting("namespaces", ())
CONTAINER = Setting("container", ())
UNFILTERED = Setting("namespaces", ("seccomp",), "seccomp", WHOLE)
UNFILTERED_CONTAINER = Setting("container", ("seccomp",), "namespaces", UNFILTERED)
# The filter stands before Landlock and namespaces, so what these hold back is seen where it is gone as well.
SETTINGS = (
    WHOLE,
    CONTAINER,
    Setting("namespaces", ("limits",), "limits", WHOLE),
    Setting("namespaces", ("landlock",)),
    UNFILTERED,
    Setting("namespaces", ("seccomp", "limits")),
    Setting("namespaces", ("seccomp", "landlock")),
    UNFILTERED_CONTAINER,
    Setting("container", ("seccomp", "landlock"), "landlock", UNFILTERED_CONTAINER),
    Setting("container", LAYERS),
)


def main(arguments: Sequence[str]) -> int:
    if CONTAINED not in arguments:
        return _contain(arguments)
    for limit, most in OUTSIDE.items():
        resource.setrlimit(limit, (most, most))
    attacks = [attack for attack in read_all() if not attack.is_kernel]
    found = {setting: _try_all(attacks, setting) for setting in SETTINGS}
    named = {
        setting.layer: sorted(found[setting].keys() - found[setting.beside].keys())
        for setting in SETTINGS
        if setting.layer and setting.beside
    }
    named["source rules"] = _held_by_rules()
    result = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "kernel": platform.release(),
        "machine": platform.machine(),
        "attacks": len(attacks),
        "settings": [
            {"mode": s.mode, "without": s.out, "succeeded": len(found[s]), "which": found[s]} for s in SETTINGS
        ],
        "layers": named,
    }
    for file in [argument for argument in arguments if argument != CONTAINED]:
        Path(file).write_text(json.dumps(result, indent=1) + "\n")
    sys.stdout.write(_table(found, named))
    return 0 if not found[WHOLE] and not found[CONTAINER] and all(named.values()) else 1


def _contain(arguments: Sequence[str]) -> int:
    """This command again, where it can hurt nobody."""
    whole = ["--pid", "--fork", "--kill-child", "--mount-proc", "--ipc", "--net", "--uts", "--mount"]
    user = [] if os.getuid() == 0 else ["--user", "--map-current-user"]
    again = [sys.executable, "-m", "tests.sandbox.layers", CONTAINED, *arguments]
    return subprocess.run(["unshare", *user, *whole, *again]).returncode


def _try_all(attacks: Sequence[Attack], setting: Setting) -> dict[str, str]:
    """What went otherwise than it must, by attack: the answer, or the end."""
    sys.stderr.write(f"{setting.title} ...\n")
    found: dict[str, str] = {}
    with _open(setting) as lab:
        for attack in attacks:
            try:
                outcome = lab.run(attack.source, wall_s=attack.wall_s or WALL_S)
            except SandboxError as error:
                found[attack.name] = f"broke the sandbox: {error}"
                lab.box.close()
                continue
            ending = outcome.ending
            if not attack.is_ended_so(ending.how, ending.signal, ending.status):
                found[attack.name] = f"{ending.how} {ending.status} {outcome.text}".strip()[:300]
            elif attack.said and not re.search(attack.said, outcome.text):
                found[attack.name] = outcome.text[:300]
    for folder in WRITABLE:
        for path in Path(folder).glob("*"):
            if LEFT_BEHIND.fullmatch(path.name):
                path.unlink()
    return found


@contextmanager
def _open(setting: Setting) -> Iterator[Lab]:
    layers = tuple(layer for layer in LAYERS if layer not in setting.out)
    with tempfile.TemporaryDirectory() as folder:
        policy = replace(free_policy(Path(folder)), layers=layers)
        with Box(policy, mode=setting.mode) as box:
            yield Lab(box, folder)


def _held_by_rules() -> list[str]:
    """The submissions that are read and not run with the source rules on, and run with them off."""
    refused = {"rejected", "compile_error"}
    return sorted(a.name for a in read_all() if refused.issuperset(a.on) and not refused.intersection(a.off))


def _table(found: dict[Setting, dict[str, str]], named: dict[str, list[str]]) -> str:
    lines = ["", "| | attacks that succeed |", "|---|---|"]
    lines += [f"| {setting.title} | {len(worked)} |" for setting, worked in found.items()]
    lines += ["", "| layer | holds back by itself |", "|---|---|"]
    lines += [f"| {layer} | {len(names)}: {', '.join(names)} |" for layer, names in named.items()]
    for setting in (WHOLE, CONTAINER):
        lines += [f"NOT HELD {name}: {text}" for name, text in found[setting].items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
