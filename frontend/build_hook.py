"""Hatchling build hook: puts the built front end into wheels and source distributions."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FrontEndBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs `npm ci` and `npm run build` in the front end's folder, anew for each build.

    An editable install goes without: a checkout builds its pages with `make`. An unpacked source distribution carries
    the files that were built together with it, so it needs no npm; a checkout never takes files that it finds built,
    since they may be older than their sources. Raises RuntimeError where npm is missing or fails.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and version == "editable":
            return
        root = Path(self.root)
        index = root / "backend" / "playground_backend" / "static" / "index.html"
        # Only a source distribution has this file at its root.
        if (root / "PKG-INFO").is_file():
            if not index.is_file():
                raise RuntimeError(f"This source distribution lacks the built front end ({index}).")
            return
        self._build(root / "frontend")
        if not index.is_file():
            raise RuntimeError(f"The front end was built, but {index} is not there.")

    def _build(self, folder: Path) -> None:
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError(
                "The front end is built with npm, and there is none here. Install Node.js 20.19 or later."
            )
        for arguments in (["ci"], ["run", "build"]):
            self.app.display_info(f"npm {' '.join(arguments)}")
            done = subprocess.run([npm, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode != 0:
                output = done.stdout.decode(errors="replace")
                raise RuntimeError(f"`npm {' '.join(arguments)}` failed in {folder}:\n{output}")
