"""`triton-playground judge`, as a shell sees it."""

import json
import subprocess
import sys

import pytest

from playground_puzzles.models import Verdict
from tests.judge.shell import Shell

IMPORTS = "import triton\nimport triton.language as tl\n\n\n"
HEAD = IMPORTS + "@triton.jit\ndef add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n"
RIGHT = HEAD + "    offs = tl.arange(0, B0)\n    tl.store(z_ptr + offs, tl.load(x_ptr + offs) + 10.0)\n"


@pytest.fixture(scope="module")
def run():
    with Shell() as shell:
        yield shell.run


def test_passed_is_0_and_json_is_one_verdict():
    """In a Python of its own; the others here are forked from one that has loaded everything."""
    command = [sys.executable, "-m", "playground_workers", "judge", "1", "-", "--json"]
    done = subprocess.run(command, input=RIGHT.encode(), capture_output=True)
    assert done.returncode == 0, done.stderr
    verdict = Verdict.model_validate_json(done.stdout)
    assert verdict.outcome == "passed"
    assert verdict.puzzle == "constant-add"
    assert set(json.loads(done.stdout)) == set(Verdict.model_fields)


def test_not_passed_is_1_and_says_why(run):
    done = run("judge", "constant-add", "-", source=RIGHT.replace("+ 10.0", "+ 9.0").encode())
    assert done.returncode == 1
    assert "Wrong answer" in done.stdout.decode()
    assert "32 of 32 elements of z differ" in done.stdout.decode()


@pytest.mark.parametrize(
    ("arguments", "source", "says"),
    [
        (("judge", "99", "-"), RIGHT.encode(), "99"),
        (("judge", "1", "no-such-file.py"), None, "cannot be read"),
        (("judge", "1", "-"), b"", "empty"),
        (("judge", "1", "-"), b"x = 1\0\n", "NUL"),
        (("judge", "1", "-"), b"\xff\xfe\n", "UTF-8"),
        (("judge", "1", "-"), b"# " + b"x" * 1_000_000, "65,536"),
        (("judge", "1", "-", "--case", "nowhere"), RIGHT.encode(), "as-stated"),
        (("judge", "1", "-", "--seed", "-1"), RIGHT.encode(), "seed"),
        (("judge", "1", "-", "--device", "gpu"), RIGHT.encode(), "GPU"),
        (("judge",), None, "puzzle"),
    ],
)
def test_bad_usage_is_2_with_one_clear_line(run, arguments, source, says):
    done = run(*arguments, source=source)
    assert done.returncode == 2, done.stdout
    assert says in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


def test_a_luck_warning_is_shown_and_fails_a_strict_run_only(run):
    source = RIGHT.replace("    tl.store", "    print(offs)\n    tl.store").encode()
    plain, strict = run("judge", "1", "-", source=source), run("judge", "1", "-", "--strict", source=source)
    assert (plain.returncode, strict.returncode) == (0, 1)
    for done in (plain, strict):
        assert "warning, line 8: On a GPU print needs a text first" in done.stdout.decode()


def test_advice_stands_below_the_case(run):
    done = run("judge", "1", "-", source=RIGHT.replace("tl.store(z_ptr", "tl.store(x_ptr").encode())
    assert "changes its input x" in done.stdout.decode()
    done = run("judge", "1", "-", source=RIGHT.replace("tl.store(z_ptr + offs, ", "y = (").encode())
    assert "Is there a tl.store to z_ptr" in done.stdout.decode()


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_windows_and_old_mac_files_work(run, ends):
    source = "\ufeff" + RIGHT.replace("\n", ends)
    assert run("judge", "1", "-", source=source.encode()).returncode == 0


def test_seed_gives_the_same_run_again(run):
    source = RIGHT.replace("+ 10.0", "+ 9.0").encode()
    first, second = (
        json.loads(run("judge", "1", "-", "--json", "--case", "as-stated", "--seed", "7", source=source).stdout)
        for _ in range(2)
    )
    assert first["seed"] == 7
    assert [case["name"] for case in first["cases"]] == ["as-stated"]
    assert first["cases"] == second["cases"]


def test_a_puzzle_from_a_folder_of_one_s_own(run, tmp_path):
    folder = tmp_path / "puzzles" / "double"
    folder.mkdir(parents=True)
    (folder / "puzzle.toml").write_text(
        'number = 101\nslug = "double"\nkind = "puzzle"\ntrack = "Mine"\ntitle = "Double"\nsummary = "twice"\n'
        'kernel = "double_kernel"\ngrid = ["cdiv(N0, B0)"]\n'
        '[[tensors]]\nname = "x"\nparameter = "x_ptr"\nshape = ["N0"]\nrole = "input"\nmeaning = "input"\n'
        '[[tensors]]\nname = "z"\nparameter = "z_ptr"\nshape = ["N0"]\nrole = "output"\nmeaning = "output"\n'
        '[[sizes]]\nname = "N0"\nmeaning = "length"\n[[blocks]]\nname = "B0"\nmeaning = "block"\n'
    )
    (folder / "cases.toml").write_text(
        '[[cases]]\nname = "as-stated"\ntitle = "As stated"\nsizes = { N0 = 50 }\nblocks = { B0 = 16 }\n'
    )
    (folder / "statement.md").write_text("Double every element.\n")
    (folder / "spec.py").write_text(
        "from playground_puzzles.rounding import gamma\n\n\n"
        "def spec(x, sizes):\n    return 2 * x\n\n\n"
        "def bound(x, sizes, expected):\n    return gamma(1) * expected.abs()\n"
    )
    head = HEAD.replace("add_kernel", "double_kernel")
    body = (
        "    offs = tl.program_id(0) * B0 + tl.arange(0, B0)\n    keep = offs < N0\n"
        "    tl.store(z_ptr + offs, 2 * tl.load(x_ptr + offs, mask=keep, other=0.0), mask=keep)\n"
    )
    (folder / "starter.py").write_text(head + "    pass\n")
    (folder / "solution.py").write_text(head + body)
    done = run("judge", "double", str(folder / "solution.py"), environment={"PUZZLES_PATH": str(tmp_path / "puzzles")})
    assert done.returncode == 0, done.stdout + done.stderr
