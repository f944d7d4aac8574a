"""The puzzle folders: what is built in, how one is added, and what an author is told where one is not right."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from playground_puzzles import catalogue
from playground_puzzles.errors import PuzzleError, UnknownPuzzle
from playground_puzzles.expressions import evaluate
from playground_puzzles.models import Kind, Role

BUILT_IN = catalogue.load()
PUZZLES = [puzzle for puzzle in BUILT_IN.puzzles if puzzle.kind is Kind.puzzle]
DEMOS = [puzzle for puzzle in BUILT_IN.puzzles if puzzle.kind is Kind.demo]


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder of puzzle folders that holds one good puzzle, `double`, without a number."""
    path = tmp_path / "shelf" / "double"
    shutil.copytree(BUILT_IN.folder("constant-add-block"), path)
    replace(path / "puzzle.toml", "number = 2\n", "")
    replace(path / "puzzle.toml", 'slug = "constant-add-block"', 'slug = "double"')
    return path.parent


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def complaint(shelf: Path) -> str:
    with pytest.raises(PuzzleError) as caught:
        catalogue.load([shelf])
    return caught.value.message


# ---- what is built in -----------------------------------------------------------------------------------------------


def test_four_demos_come_first_and_then_the_puzzles_in_order_track_by_track() -> None:
    assert [puzzle.slug for puzzle in DEMOS] == ["demo-1", "demo-2", "demo-3", "demo-4"]
    assert BUILT_IN.puzzles == (*DEMOS, *PUZZLES)
    assert [puzzle.number for puzzle in PUZZLES] == list(range(1, len(PUZZLES) + 1))
    assert {puzzle.track for puzzle in DEMOS} == {"Before you start"}
    assert [puzzle.track for puzzle in PUZZLES] == [
        *["The twelve"] * 12,
        *["Memory"] * 4,
        *["Normalisation and losses"] * 4,
        *["Matrices and attention"] * 5,
    ]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.slug)
def test_each_puzzle_has_the_stated_case_first_three_more_and_three_hints(puzzle) -> None:
    assert (puzzle.cases[0].name, puzzle.cases[0].title) == ("as-stated", "As stated")
    assert len(puzzle.cases) >= 4
    assert len(puzzle.hints) == 3


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.slug)
def test_the_starter_is_not_the_solution(puzzle) -> None:
    assert puzzle.starter != (BUILT_IN.folder(puzzle.slug) / "solution.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.slug)
def test_each_solution_is_explained_and_neither_is_part_of_the_puzzle(puzzle) -> None:
    found = BUILT_IN.solution(puzzle.slug)
    assert found.explanation is not None
    assert 100 <= len(found.explanation.split()) <= 250
    public = puzzle.model_dump_json()
    comments = [line.strip() for line in found.source.splitlines() if line.strip().startswith("#")]
    prose = [line for line in found.explanation.splitlines() if len(line) > 60]
    assert not [line for line in (*comments, *prose) if json.dumps(line)[1:-1] in public]


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.slug)
def test_each_demo_asks_what_it_will_do(demo) -> None:
    assert demo.questions
    assert {one.answer for one in demo.questions} <= {0, 1, 2, 3}


@pytest.mark.parametrize("number", [1, 3])
def test_the_puzzles_without_masks_have_blocks_as_long_as_their_vectors(number) -> None:
    for case in BUILT_IN.get(number).cases:
        assert list(case.sizes.values()) == list(case.blocks.values()), case.name


@pytest.mark.parametrize("number", [7, 8])
def test_the_size_without_a_meaning_is_always_32(number) -> None:
    assert {case.sizes["N1"] for case in BUILT_IN.get(number).cases} == {32}


def test_the_stated_sizes_blocks_and_grids_are_those_of_the_original_set() -> None:
    stated = {}
    for puzzle in PUZZLES[:12]:
        case = puzzle.cases[0]
        names = case.sizes | case.blocks
        stated[puzzle.kernel] = (names, [evaluate(axis, names) for axis in puzzle.grid])
    tile = {"N0": 100, "N1": 90, "B0": 32, "B1": 32}
    rows = {"N0": 4, "N1": 32, "T": 200, "B0": 1, "B1": 32}
    assert stated == {
        "add_kernel": ({"N0": 32, "B0": 32}, [1]),
        "add_mask2_kernel": ({"N0": 200, "B0": 32}, [7]),
        "add_vec_kernel": ({"N0": 32, "N1": 32, "B0": 32, "B1": 32}, [1, 1]),
        "add_vec_block_kernel": (tile, [4, 3]),
        "mul_relu_block_kernel": (tile, [4, 3]),
        "mul_relu_block_back_kernel": (tile, [4, 3]),
        "sum_kernel": (rows, [4]),
        "softmax_kernel": (rows, [4]),
        "flashatt_kernel": ({"N0": 200, "T": 200, "B0": 64, "B1": 32}, [4]),
        "conv2d_kernel": ({"N0": 4, "H": 8, "W": 8, "KH": 4, "KW": 4, "B0": 1}, [4]),
        "dot_kernel": (
            {"N0": 32, "N1": 32, "N2": 4, "MID": 64, "B0": 16, "B1": 16, "B2": 1, "B_MID": 16},
            [2, 2, 4],
        ),
        "quant_dot_kernel": ({"N0": 32, "N1": 32, "MID": 64, "B0": 16, "B1": 16, "B_MID": 64}, [2, 2]),
    }


def test_what_a_kernel_may_leave_out_is_little() -> None:
    optional = [
        (puzzle.number, parameter.name)
        for puzzle in PUZZLES
        for parameter in (*puzzle.sizes, *puzzle.blocks)
        if parameter.optional
    ]
    assert optional == [(9, "B1"), (14, "ROWS"), (22, "B2")]


def test_a_demo_is_judged_by_its_prints_or_by_what_it_stores() -> None:
    for demo in DEMOS:
        stores = any(tensor.role is Role.output for tensor in demo.tensors)
        assert stores is (demo.slug == "demo-3")
        assert (demo.expected_output is None) is stores


def test_loading_the_catalogue_loads_neither_torch_nor_numpy_nor_triton() -> None:
    code = (
        "import sys; from playground_puzzles import catalogue; catalogue.load(); "
        "print(*({'torch', 'numpy', 'triton'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n", "")


# ---- finding one ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [8, "8", "long-softmax"])
def test_a_puzzle_is_found_by_number_number_as_text_and_slug(key) -> None:
    assert BUILT_IN.get(key).title == "Long softmax"
    assert (BUILT_IN.folder(str(key)) / "spec.py").is_file()


def test_a_wrong_slug_is_answered_with_the_nearest_one() -> None:
    with pytest.raises(UnknownPuzzle, match="Did you mean long-softmax"):
        BUILT_IN.get("long-sofmax")


@pytest.mark.parametrize("key", ["", "0", 99, "08", "٨", "x" * 10_000, "\ud800", "../spec"])
def test_a_key_like_no_other_is_answered_shortly(key) -> None:
    with pytest.raises(UnknownPuzzle) as caught:
        BUILT_IN.get(key)
    assert len(caught.value.message.encode()) < 200


# ---- adding one -----------------------------------------------------------------------------------------------------


def test_a_folder_named_by_puzzles_path_adds_a_puzzle_behind_the_built_in_ones(shelf, tmp_path, monkeypatch) -> None:
    other = tmp_path / "other shelf"
    shutil.copytree(shelf / "double", other / "apart")
    replace(other / "apart" / "puzzle.toml", 'slug = "double"', 'slug = "apart"')
    monkeypatch.setenv("PUZZLES_PATH", os.pathsep.join([str(shelf), str(other)]))
    loaded = catalogue.load(catalogue.extra_paths())
    assert [puzzle.slug for puzzle in loaded.puzzles[len(BUILT_IN.puzzles) :]] == ["apart", "double"]
    assert loaded.get("double").number is None
    assert loaded.folder("double") == shelf / "double"


def test_without_puzzles_path_there_is_nothing_more(monkeypatch) -> None:
    monkeypatch.delenv("PUZZLES_PATH", raising=False)
    assert catalogue.extra_paths() == ()


def test_a_path_that_is_no_folder_is_named(tmp_path) -> None:
    assert "nowhere: there is no such folder; PUZZLES_PATH" in complaint(tmp_path / "nowhere")


def test_hidden_folders_and_loose_files_are_passed_over(shelf) -> None:
    (shelf / ".git").mkdir()
    (shelf / "__pycache__").mkdir()
    (shelf / "README.md").write_text("My puzzles\n", encoding="utf-8")
    assert catalogue.load([shelf]).get("double")


def test_hints_may_be_left_out(shelf) -> None:
    (shelf / "double" / "hints.md").unlink()
    assert catalogue.load([shelf]).get("double").hints == ()


def test_the_puzzle_of_the_documentation_loads(tmp_path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "adding-a-puzzle.md").read_text(encoding="utf-8")
    puzzle, cases = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (spec,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    kernel = "@triton.jit\ndef double_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n    return\n"
    folder = tmp_path / "double"
    folder.mkdir()
    for file, text in {
        "puzzle.toml": puzzle,
        "cases.toml": cases,
        "spec.py": spec,
        "starter.py": kernel,
        "solution.py": kernel,
        "statement.md": "Double every element.\n",
    }.items():
        (folder / file).write_text(text, encoding="utf-8")
    double = catalogue.load([tmp_path]).get("double")
    assert (double.track, double.cpu_limit_s) == ("My course", 5)
    assert double.cases[1].fills["x"].std == 1e6


@pytest.mark.parametrize("slug", ["constant-add-block", "demo-1"])
def test_a_slug_is_used_once(shelf, slug) -> None:
    replace(shelf / "double" / "puzzle.toml", 'slug = "double"', f'slug = "{slug}"')
    assert f"double/puzzle.toml: slug: '{slug}' is also the slug of " in complaint(shelf)


def test_a_number_is_used_once(shelf) -> None:
    replace(shelf / "double" / "puzzle.toml", 'slug = "double"', 'number = 7\nslug = "double"')
    message = complaint(shelf)
    assert message.startswith("double/puzzle.toml: number: 7 is also the number of ")
    assert "07-long-sum" in message


# ---- what is not right ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", ["puzzle.toml", "cases.toml", "statement.md", "starter.py", "solution.py", "spec.py"])
def test_a_missing_file_is_named(shelf, file) -> None:
    (shelf / "double" / file).unlink()
    assert complaint(shelf) == f"double/{file}: the file is missing"


def test_a_file_that_is_no_text_is_named(shelf) -> None:
    (shelf / "double" / "statement.md").write_bytes(b"\xff\xfe")
    assert complaint(shelf).startswith("double/statement.md: cannot be read as UTF-8 text")


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        # The form of the files.
        ("puzzle.toml", 'slug = "', "slug = ", "puzzle.toml: is no valid TOML: "),
        ("puzzle.toml", 'title = "Constant add block"\n', "", "puzzle.toml: title: is missing"),
        ("puzzle.toml", "summary =", "sumary =", "puzzle.toml: summary: is missing"),
        ("puzzle.toml", 'track = "', 'level = 3\ntrack = "', "puzzle.toml: level: is no known field"),
        ("puzzle.toml", 'track = "', 'starter = "x"\ntrack = "', "puzzle.toml: starter: has a file of its own"),
        ("puzzle.toml", 'slug = "double"', 'slug = "12"', "puzzle.toml: slug: '12' must be lower-case"),
        ("puzzle.toml", 'slug = "double"', 'slug = "Double It"', "puzzle.toml: slug: 'Double It' must be"),
        ("puzzle.toml", 'kind = "puzzle"', 'kind = "exam"', "puzzle.toml: kind: should be 'puzzle' or 'demo'"),
        ("puzzle.toml", 'shape = ["N0"]', "shape = [200]", "puzzle.toml: tensors[0].shape[0]: should be a valid str"),
        ("puzzle.toml", 'role = "input"', 'role = "in"', "puzzle.toml: tensors[0].role: should be 'input' or 'out"),
        ("puzzle.toml", "cpu_limit_s = 2", "cpu_limit_s = 99", "puzzle.toml: cpu_limit_s: should be less than"),
        ("puzzle.toml", 'title = "Constant add block"', 'title = " "', "puzzle.toml: title: is empty"),
        ("cases.toml", "[[cases]]", "[[case]]", "cases.toml: case: is no known field; each case is a [[cases]]"),
        ("cases.toml", "{ N0 = 20 }", '{ N0 = "20" }', "cases.toml: cases[3].sizes.N0: should be a valid integer"),
        ("cases.toml", "{ N0 = 20 }", "{ N0 = 0 }", "cases.toml: cases[3].sizes.N0: should be greater than or equal"),
        ("cases.toml", 'title = "Shorter"', "", "cases.toml: cases[3].title: is missing"),
        ("cases.toml", 'title = "Shorter"', 'titel = "Shorter"', "cases.toml: cases[3].title: is missing"),
        ("cases.toml", 'name = "shorter"', 'name = "Short er"', "cases.toml: cases[3].name: 'Short er' must be"),
        # What must hold between fields.
        ("cases.toml", 'name = "shorter"', 'name = "no-tail"', "cases.toml: cases[3].name: 'no-tail' is used twice"),
        ("cases.toml", "sizes = { N0 = 20 }", "", "cases.toml: cases[3].sizes.N0: is missing"),
        ("cases.toml", "blocks = { B0 = 128 }", "", "cases.toml: cases[5].blocks.B0: is missing"),
        ("cases.toml", "{ N0 = 20 }", "{ N0 = 20, T = 3 }", "cases.toml: cases[3].sizes.T: puzzle.toml has no [[siz"),
        ("cases.toml", "{ B0 = 128 }", "{ B0 = 200 }", "cases[5].blocks.B0: must be a power of two, but is 200"),
        ("cases.toml", "fills = { x", "fills = { y", "cases.toml: cases[5].fills.y: puzzle.toml has no input tensor"),
        ("cases.toml", "fills = { x", "fills = { z", "cases.toml: cases[5].fills.z: puzzle.toml has no input tensor"),
        ("cases.toml", 'kind = "normal"', 'kind = "bits"', "cases.toml: cases[5].fills.x.kind: bits does not fill fl"),
        ("cases.toml", "std = 1e6", "std = -1.0", "cases.toml: cases[5].fills.x.std: must not be negative"),
        ("cases.toml", "std = 1e6", "low = 2.0", "cases.toml: cases[5].fills.x.low: 2.0 is greater than high, 1.0"),
        ("cases.toml", "std = 1e6", "zeros = 2", "cases.toml: cases[5].fills.x.zeros: should be less than or equal"),
        ("cases.toml", "N0 = 1000", "N0 = 9000000", "puzzle.toml: tensors[0].shape: 9,000,000 elements in case large"),
        ("puzzle.toml", "cdiv(N0, B0)", "cdiv(N0, B1)", "puzzle.toml: grid[0]: `cdiv(N0, B1)` uses B1, which is neit"),
        ("puzzle.toml", "cdiv(N0, B0)", "N0 // 0", "puzzle.toml: grid[0]: `N0 // 0` may use integers"),
        ("puzzle.toml", "cdiv(N0, B0)", "N0 // 1024", "puzzle.toml: grid[0]: `N0 // 1024` must be at least 1, but is"),
        ("puzzle.toml", '["cdiv(N0, B0)"]', "[]", "puzzle.toml: grid: must have one, two or three axes, but has 0"),
        ("puzzle.toml", 'shape = ["N0"]', 'shape = ["M"]', "puzzle.toml: tensors[0].shape[0]: `M` uses M, which is"),
        ("puzzle.toml", 'shape = ["N0"]', 'shape = ["B0"]', "puzzle.toml: tensors[0].shape[0]: `B0` uses the block"),
        ("puzzle.toml", 'role = "output"', 'role = "input"', "puzzle.toml: tensors: one tensor must have the role out"),
        ("puzzle.toml", 'name = "z"', 'name = "x"', "puzzle.toml: tensors[1].name: 'x' is used twice"),
        ("puzzle.toml", 'name = "z"', 'name = "sizes"', "puzzle.toml: tensors[1].name: 'sizes' cannot be the name of"),
        ("puzzle.toml", 'name = "B0"', 'name = "N0"', "puzzle.toml: blocks[0].name: 'N0' is used twice"),
        ("puzzle.toml", 'parameter = "z_ptr"', 'parameter = "z ptr"', "tensors[1].parameter: 'z ptr' is no Python na"),
        (
            "puzzle.toml",
            'role = "input"',
            'role = "input"\ndtype = "int32"',
            "tensors[0].fill.kind: normal does not fi",
        ),
        # Text.
        ("statement.md", "$$", "$", "statement.md: line 3: the paragraph has an odd number of $"),
        ("hints.md", "As in puzzle 1", "As in $puzzle 1", "hints.md: hint 2, line 1: the paragraph has an odd number"),
        ("hints.md", "## The idea", "The idea", "hints.md: line 1: must be a heading such as `## The idea`"),
        ("hints.md", "## The shape", "## \n\n## The shape", "hints.md: hint 2: is empty"),
        ("explanation.md", "$B_0 - 1$", "$B_0 - 1", "explanation.md: line 1: the paragraph has an odd number of $"),
        ("puzzle.toml", "further = '", "further = '' #", "puzzle.toml: further: is empty"),
        ("puzzle.toml", "With $N_0", "With N_0", "puzzle.toml: further, line 1: the paragraph has an odd number of $"),
        ("puzzle.toml", 'kind = "', 'questions = 3\nkind = "', "puzzle.toml: questions: has a file of its own"),
        # Python.
        ("starter.py", "):", ")", "starter.py: line 6: is no valid Python: expected ':'"),
        ("solution.py", "add_mask2_kernel", "other_kernel", "solution.py: add_mask2_kernel: this kernel, which puzzle"),
        ("starter.py", "@triton.jit\n", "", "starter.py: add_mask2_kernel: must be decorated with @triton.jit"),
        ("starter.py", "x_ptr, z_ptr", "z_ptr, x_ptr", "must take the tensors first, in this order: x_ptr, z_ptr"),
        ("starter.py", "N0, ", "", "starter.py: add_mask2_kernel: has no parameter N0"),
        ("starter.py", "N0, ", "N0, T, ", "starter.py: add_mask2_kernel: takes T, which puzzle.toml does not name"),
        ("solution.py", "B0: tl.constexpr", "B0", "B0 is a block and must be annotated tl.constexpr"),
        ("spec.py", "def spec", "def specify", "spec.py: spec: is not defined; it must be a function of (x, sizes)"),
        ("spec.py", "def bound(x", "def bound(y", "spec.py: bound: must take these arguments: x, sizes, expected"),
    ],
)
def test_the_file_and_the_field_are_named(shelf, file, old, new, said) -> None:
    replace(shelf / "double" / file, old, new)
    message = complaint(shelf)
    assert message.startswith("double/")
    assert said in message


def test_a_demo_must_show_something_that_can_be_compared(shelf) -> None:
    shutil.copytree(BUILT_IN.folder("demo-1"), shelf / "show")
    replace(shelf / "show" / "puzzle.toml", 'slug = "demo-1"', 'slug = "show"')
    assert catalogue.load([shelf]).get("show").kind is Kind.demo
    (shelf / "show" / "expected_output.txt").unlink()
    assert "show/expected_output.txt: text: a demo must have this file" in complaint(shelf)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("answer = 2", "answer = 9", "lesson.toml: questions[0].answer: must be the place of a choice, 0 to 3, but is"),
        ("answer = 2", 'answer = "2"', "lesson.toml: questions[0].answer: should be a valid integer"),
        ("answer = 2\n", "", "lesson.toml: questions[0].answer: is missing"),
        ('["5", "8", "12"]', '["5"]', "lesson.toml: questions[1].choices: "),
        ('["5", "8", "12"]', '["5", "8", "5"]', "lesson.toml: questions[1].choices: two of them are the same"),
        ('["5", "8", "12"]', '["5", " "]', "lesson.toml: questions[1].choices[1]: is empty"),
        ("$x$ holds", "$x holds", "lesson.toml: questions[0].question, line 1: the paragraph has an odd number of $"),
        ("[[questions]]", "[[question]]", "lesson.toml: question: is no known field; each question is a [[questions]]"),
        ("[[questions]]", "[[questions]", "lesson.toml: is no valid TOML"),
    ],
)
def test_what_is_not_right_in_a_lesson_is_named(shelf, old, new, said) -> None:
    shutil.copytree(BUILT_IN.folder("demo-1"), shelf / "show")
    replace(shelf / "show" / "puzzle.toml", 'slug = "demo-1"', 'slug = "show"')
    replace(shelf / "show" / "lesson.toml", old, new)
    assert f"show/{said}" in complaint(shelf)


def test_a_lesson_may_be_left_out_and_a_puzzle_has_none(shelf) -> None:
    shutil.copytree(BUILT_IN.folder("demo-1"), shelf / "show")
    replace(shelf / "show" / "puzzle.toml", 'slug = "demo-1"', 'slug = "show"')
    (shelf / "show" / "lesson.toml").rename(shelf / "double" / "lesson.toml")
    assert "double/lesson.toml: questions: only a demo asks before it runs" in complaint(shelf)
    (shelf / "double" / "lesson.toml").unlink()
    assert catalogue.load([shelf]).get("show").questions == ()


def test_a_demo_has_no_explanation_and_a_puzzle_may_leave_it_out(shelf) -> None:
    shutil.copytree(BUILT_IN.folder("demo-1"), shelf / "show")
    replace(shelf / "show" / "puzzle.toml", 'slug = "demo-1"', 'slug = "show"')
    (shelf / "double" / "explanation.md").rename(shelf / "show" / "explanation.md")
    assert "show/explanation.md: text: a demo has no solution to explain" in complaint(shelf)
    (shelf / "show" / "explanation.md").unlink()
    assert catalogue.load([shelf]).solution("double").explanation is None


def test_a_puzzle_is_not_judged_by_what_it_prints(shelf) -> None:
    (shelf / "double" / "expected_output.txt").write_text("1\n", encoding="utf-8")
    assert "double/expected_output.txt: text: only a demo is judged by what it prints" in complaint(shelf)


def test_dollar_signs_in_code_and_behind_a_backslash_are_no_mathematics(shelf) -> None:
    path = shelf / "double" / "statement.md"
    path.write_text("It costs \\$5, says `$HOME`.\n\n```python\nx = '$'\n```\n\nNow $x$.\n", encoding="utf-8")
    assert catalogue.load([shelf]).get("double")


def test_no_file_of_a_puzzle_is_executed_by_loading_it(shelf) -> None:
    for file in ("spec.py", "starter.py", "solution.py"):
        path = shelf / "double" / file
        path.write_text("raise SystemExit('executed')\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert catalogue.load([shelf]).get("double")
