"""The interpreter's tests on other releases of Triton. Writes a dated JSON file with what each came to.

Usage: python -m tests.interpreter.releases FOLDER VERSION=PLACE...
FOLDER is where the file goes; PLACE is where pip has put that release, empty for the one that is installed.
"""

import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np


def main(folder, *releases):
    found = {}
    for name, place in (release.split("=", 1) for release in releases):
        found[name] = tested(name, place)
        sys.stdout.write(f"triton {name}: {found[name]}\n")
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    result = {"date": today, "python": platform.python_version(), "numpy": np.__version__, "releases": found}
    file = Path(folder) / f"triton-releases-{today}.json"
    file.write_text(json.dumps(result, indent=2) + "\n")
    sys.stdout.write(f"{file}\n")
    return 0 if all(row["passed"] == row["tests"] > 0 for row in found.values()) else 1


def tested(name, place):
    """How many tests there are and how many passed, in a process of its own, with the release found first."""
    paths = [place, os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    told = subprocess.run(
        [sys.executable, "-c", "import triton; print(triton.__version__)"],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    if told != name:
        sys.exit(f"{place or 'the environment'} holds triton {told}, not {name}.")
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.xml"
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "tests/interpreter", f"--junitxml={report}"],
            env=environment,
            check=False,
        )
        suite = ElementTree.parse(report).getroot().find("testsuite")
    tests, bad, skipped = (int(suite.get(key)) for key in ("tests", "failures", "skipped"))
    bad += int(suite.get("errors"))
    failed = [f"{case.get('classname')}::{case.get('name')}" for case in suite if set(case.iter("failure"))]
    return {"tests": tests, "passed": tests - bad - skipped, "failed": failed}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
