"""The Dockerfiles' steps run without Docker, in roots that debootstrap made: `python -m tests.packaging.build`.

Each stage gets a copy of a Debian root, in which COPY copies and RUN runs, with the arguments and the environment that
the file gives. A root stands for the Python image, and with this machine's Node.js in it for the Node image; both are
Debian of the release that the images' names say. What comes out is a folder for each image, with its size by step.
Needs root, for chroot.
"""

import argparse
import fnmatch
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from tests.packaging.dockerfile import Stage, expand, read

ROOT: Final = Path(__file__).parents[2]
PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# How to reach the network, and where certificates are, is the machine's matter.
_HANDED_ON: Final = ("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path, help="a Debian root with python3 and python3-venv, as debootstrap leaves it")
    parser.add_argument("out", type=Path, help="a folder for the stages")
    parser.add_argument("dockerfile", type=Path, nargs="+")
    parser.add_argument("--build-arg", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--bind", action="append", default=[], help="a folder that RUN sees too, such as one of wheels")
    parser.add_argument("--report", type=Path, help="write sizes and times there, as JSON")
    asked = parser.parse_args()
    arguments = dict(pair.split("=", 1) for pair in asked.build_arg)
    report = {}
    for file in asked.dockerfile:
        build = _Build(asked.root, asked.out / file.parent.name, asked.bind)
        report[str(file)] = [build.stage(stage, arguments) for stage in read(file, arguments)]
    if asked.report:
        asked.report.write_text(json.dumps(report, indent=1) + "\n")
    return 0


class _Build:
    def __init__(self, root: Path, out: Path, binds: list[str]) -> None:
        self._root, self._out, self._binds = root, out, binds

    def stage(self, stage: Stage, arguments: dict[str, str]) -> dict[str, object]:
        """Make one stage's folder; its name, and of each step that changes files the MB it adds and its seconds."""
        folder = self._out / (stage.name or "image")
        _say(f"== {self._out.name}: {folder.name}, from {stage.base}")
        shutil.rmtree(folder, ignore_errors=True)
        self._lay_base(stage.base, folder)
        known = stage.environment({"PATH": PATH, "HOME": "/root"}, arguments)
        directory, steps, size = "/", [], _size(folder)
        steps.append({"step": f"FROM {stage.base}", "mb": round(size / 1e6, 1)})
        for step in stage.steps:
            began = time.monotonic()
            if step.word == "WORKDIR":
                directory = str(PurePosixPath(directory, expand(step.text, known)))
                (folder / directory.lstrip("/")).mkdir(parents=True, exist_ok=True)
            elif step.word == "COPY":
                self._copy(step.text, folder, directory)
            elif step.word == "RUN":
                self._run(step.text, folder, directory, known)
            else:
                continue
            before, size = size, _size(folder)
            seconds = round(time.monotonic() - began, 1)
            steps.append({"step": f"{step.word} {step.text}"[:90], "mb": round((size - before) / 1e6, 1), "s": seconds})
            _say(f"   {steps[-1]['mb']:8} MB {seconds:6} s  {steps[-1]['step']}")
        return {"stage": folder.name, "steps": steps, "mb": round(size / 1e6, 1)}

    def _lay_base(self, base: str, folder: Path) -> None:
        folder.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-a", "--reflink=auto", self._root, folder], check=True)
        (folder / "usr/local/bin/python").symlink_to("/usr/bin/python3")
        if base.startswith("node:"):
            node = Path(shutil.which("node") or "node").resolve()
            modules = node.parents[1] / "lib" / "node_modules"
            shutil.copy2(node, folder / "usr/local/bin/node")
            shutil.copytree(modules / "npm", folder / "usr/local/lib/node_modules/npm", symlinks=True)
            (folder / "usr/local/bin/npm").symlink_to("../lib/node_modules/npm/bin/npm-cli.js")

    def _copy(self, text: str, folder: Path, directory: str) -> None:
        *sources, target = text.split()
        origin, ignored = ROOT, _ignored
        if sources[0].startswith("--from="):
            origin, ignored = self._out / sources.pop(0).removeprefix("--from="), _nothing
        into = folder / str(PurePosixPath(directory, target)).lstrip("/")
        for source in sources:
            path = origin / source.lstrip("/")
            if path.is_dir():
                shutil.copytree(path, into, symlinks=True, dirs_exist_ok=True, ignore=ignored)
            else:
                if ignored is _ignored and is_ignored(source):
                    raise ValueError(f"COPY {source}: .dockerignore leaves it out")
                at = into / path.name if target.endswith("/") or target == "." else into
                at.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, at)

    def _run(self, command: str, folder: Path, directory: str, known: dict[str, str]) -> None:
        environment = {**known, **{name: os.environ[name] for name in _HANDED_ON if name in os.environ}}
        environment["PIP_CERT"] = environment["NODE_EXTRA_CA_CERTS"] = "/etc/ssl/certs/ca-certificates.crt"
        with _inside(folder, self._binds):
            inner = ["chroot", str(folder), "/bin/sh", "-c", f"cd {directory} && {command}"]
            done = subprocess.run(inner, env=environment)
        if done.returncode:
            raise SystemExit(f"RUN {command}\nended with status {done.returncode}")


@contextmanager
def _inside(folder: Path, binds: list[str]) -> Iterator[None]:
    """/dev, /proc and what the network needs, for one RUN; nothing of it stays."""
    shared = ["/dev", "/proc", "/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs/ca-certificates.crt", *binds]
    with ExitStack() as stack:
        for path in shared:
            at = folder / path.lstrip("/")
            if not at.exists():
                if Path(path).is_dir():
                    at.mkdir(parents=True)
                    stack.callback(at.rmdir)
                else:
                    at.parent.mkdir(parents=True, exist_ok=True)
                    at.touch()
            subprocess.run(["mount", "--bind", os.path.realpath(path), at], check=True)
            stack.callback(subprocess.run, ["umount", at], check=True)
        yield


def is_ignored(path: str) -> bool:
    """Whether .dockerignore leaves out a path, relative to the checkout. The last line that fits decides."""
    found = False
    parts = PurePosixPath(path).parts
    above = ["/".join(parts[: count + 1]) for count in range(len(parts))]
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        pattern = line.removeprefix("!")
        if pattern.startswith("**/"):
            fits = any(fnmatch.fnmatch(part, pattern[3:]) for part in parts)
        elif pattern == "*":
            fits = True
        else:
            fits = any(fnmatch.fnmatch(each, pattern) for each in above)
        found = not line.startswith("!") if fits else found
    return found


def _ignored(folder: str, names: list[str]) -> set[str]:
    return {name for name in names if is_ignored(str((Path(folder) / name).relative_to(ROOT)))}


def _nothing(folder: str, names: list[str]) -> set[str]:
    return set()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _size(folder: Path) -> int:
    """Bytes of files, each name counted once."""
    told = subprocess.run(["du", "-sxb", folder], capture_output=True, text=True, check=True)
    return int(told.stdout.split()[0])


if __name__ == "__main__":
    sys.exit(main())
