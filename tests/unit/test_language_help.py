"""The editor's catalogue of `tl` is what the installed Triton and our words make."""

import subprocess
import sys
import tomllib
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import pytest

from playground_workers.interpreter.source import names

CATALOGUE = Path(__file__).parents[2] / "frontend/src/editor/help/catalogue.json"


@pytest.mark.skipif(not version("triton").startswith("3.9."), reason="the catalogue ships Triton 3.9's signatures")
def test_the_catalogue_that_ships_is_the_one_made_from_the_installed_triton(tmp_path: Path) -> None:
    # In a process of its own: the interpreter puts its own functions into tl.
    made = tmp_path / "catalogue.json"
    subprocess.run([sys.executable, "-m", "playground_workers.language_help", str(made)], check=True)
    assert made.read_text() == CATALOGUE.read_text(), "`make types` writes it anew"


def test_every_name_that_a_kernel_may_use_has_words_and_no_other() -> None:
    words = tomllib.loads(files("playground_workers").joinpath("language_words.toml").read_text())
    of_tl = {name for name in words if not name.startswith("tensor-")}
    of_blocks = {name.removeprefix("tensor-") for name in words if name.startswith("tensor-")}
    assert of_tl == names.ALLOWED_TL
    assert of_blocks | of_tl >= names.TENSOR_METHODS | names.TENSOR_FIELDS
    assert of_blocks <= names.TENSOR_METHODS | names.TENSOR_FIELDS
    assert of_tl >= names.ALLOWED_MATH


def test_words_are_whole_sentences() -> None:
    words = tomllib.loads(files("playground_workers").joinpath("language_words.toml").read_text())
    for name, each in words.items():
        assert each["says"].endswith("."), name
        assert set(each.get("see", [])) <= words.keys(), name
