"""Dockerfiles, read as far as this project uses them: stages of steps, with arguments put in."""

import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

KNOWN: Final = {"ARG", "FROM", "RUN", "COPY", "WORKDIR", "ENV", "USER", "EXPOSE", "ENTRYPOINT", "CMD"}
_VARIABLE: Final = re.compile(r"\$\{(\w+)\}|\$(\w+)")


@dataclass(frozen=True)
class Step:
    """One instruction. text: what stands after its word, lines joined."""

    word: str
    text: str
    line: int

    @property
    def form(self) -> list[str] | None:
        """The list of an instruction in JSON form; None for the other form."""
        return [str(part) for part in json.loads(self.text)] if self.text.startswith("[") else None

    def pairs(self) -> dict[str, str]:
        """NAME=value of an ENV or ARG; an ARG without a value has an empty one."""
        return {name: value for name, _, value in (part.partition("=") for part in shlex.split(self.text))}


@dataclass
class Stage:
    """name: of `AS`, or "" for the last. base: an image, or an earlier stage. steps: without FROM."""

    name: str
    base: str
    steps: list[Step] = field(default_factory=list)

    def environment(self, base: Mapping[str, str], arguments: Mapping[str, str]) -> dict[str, str]:
        """What ENV and ARG make of an environment to start from."""
        found = dict(base)
        for step in self.steps:
            if step.word == "ARG":
                found.update({name: arguments.get(name, value) for name, value in step.pairs().items()})
            elif step.word == "ENV":
                found.update({name: expand(value, found) for name, value in step.pairs().items()})
        return found


def read(file: Path, arguments: Mapping[str, str] | None = None) -> list[Stage]:
    """The stages of a file; arguments: of `--build-arg`. Raises ValueError at what is not used here."""
    given = dict(arguments or {})
    stages: list[Stage] = []
    for step in _steps(file.read_text()):
        if step.word not in KNOWN:
            raise ValueError(f"{file}:{step.line}: {step.word} is not read here")
        if step.word == "FROM":
            base, *named = expand(step.text, given).split()
            stages.append(Stage(named[1] if named else "", base))
        elif stages:
            stages[-1].steps.append(step)
        elif step.word == "ARG":
            given = step.pairs() | given
        else:
            raise ValueError(f"{file}:{step.line}: {step.word} before FROM")
    return stages


def expand(text: str, values: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda match: values.get(match[1] or match[2], ""), text)


def _steps(text: str) -> list[Step]:
    found: list[Step] = []
    joined, first = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("#") or (not line.strip() and not joined):
            continue
        first = first if joined else number
        joined += line.strip()
        if joined.endswith("\\"):
            joined = joined[:-1]
            continue
        word, _, rest = joined.partition(" ")
        found.append(Step(word.upper(), rest.strip(), first))
        joined = ""
    return found
