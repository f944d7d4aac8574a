"""A version of a teacher's puzzle checked: its files, its reference, and how many wrong kernels its cases let pass.

Nothing of the teacher's runs in this process: the files are read and the spec is run in the sandbox of the policy
`spec`, kernels in the one of students' kernels. What comes back is held against the models and rules again.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pydantic import ValidationError

from playground_puzzles import own, rules
from playground_puzzles.errors import PuzzleError
from playground_puzzles.models import (
    Advice,
    Case,
    CheckedCase,
    CheckJob,
    CheckProgress,
    CheckReport,
    Event,
    Job,
    Outcome,
    OwnPuzzle,
    Progress,
    Puzzle,
    Survivor,
    Verdict,
)
from playground_workers.errors import JudgeError, SpecError
from playground_workers.judge import SPEC_IS_WRONG, Judge
from playground_workers.own.candidates import Candidate, candidates
from playground_workers.own.frames import Problem, Read, Wrong

MOST: Final = 100
"""Wrong kernels that are judged; of a longer reference they are chosen over all its lines."""

STARTS_AGAIN_S: Final = 3.0
"""A check makes way for waiting students no sooner than after so long, since it begins by reading its files again."""

_SLOWER: Final = 5
"""A wrong kernel that takes so many times as long as the reference is in an endless loop."""


@dataclass(frozen=True)
class MadeWay:
    """The check goes on later, from here."""

    progress: CheckProgress


class Checker:
    """Checks one version. told: how many wrong kernels are judged, and of how many."""

    def __init__(
        self,
        judge: Judge,
        job: CheckJob,
        *,
        told: Callable[[int, int], None] = lambda tried, wrong: None,
        is_wanted: Callable[[], bool] = lambda: False,
    ) -> None:
        self.judge, self.job, self.told, self.is_wanted = judge, job, told, is_wanted
        self.began = time.monotonic()

    def run(self) -> CheckReport | MadeWay:
        """What was found; or where to go on, since students wait. Raises JudgeError and SandboxError for our own."""
        try:
            puzzle, wrong, left_out = self._read()
        except (PuzzleError, SpecError) as error:
            return self._failed(str(error))
        return self._judge(puzzle, wrong, left_out)

    def _read(self) -> tuple[Puzzle, list[Wrong], int]:
        """The puzzle as this server calls it, wrong kernels, and how many more there are."""
        own.demand_sizes(self.job.files)
        header = {"do": "read", "files": self.job.files, "taken": self.job.taken, "most": MOST}
        try:
            first, *rest = self.judge.spec_box.ask(header)
        except SpecError:  # the parser itself was ended by what it read
            raise PuzzleError("The files could not be read: something in them is nested too deeply.") from None
        if isinstance(first, Problem):
            raise PuzzleError(first.text)
        wrong = [frame for frame in rest if isinstance(frame, Wrong)]
        if not isinstance(first, Read) or len(wrong) != len(rest) - 1 or len(wrong) > MOST:
            raise JudgeError("The files could not be read.")
        try:
            puzzle = Puzzle.model_validate_json(first.puzzle, strict=True)
        except ValidationError:
            raise JudgeError("The files could not be read.") from None
        for file, field, what in rules.broken(puzzle):
            raise PuzzleError(f"{file}: {field}: {what}")
        own.demand_limits(puzzle)
        return puzzle.model_copy(update={"slug": self.job.slug}), wrong, max(0, first.wrong - len(wrong))

    def _judge(self, puzzle: Puzzle, wrong: list[Wrong], left_out: int) -> CheckReport | MadeWay:
        reference = self._verdict(puzzle, self.job.files["solution.py"])
        spec_ms = round(self.judge.spec_box.ran_s * 1000, 1)
        cases = [
            CheckedCase(name=each.name, title=each.title, outcome=each.outcome, reason=each.reason)
            for each in reference.cases
        ]
        if reference.outcome is not Outcome.passed:
            if reference.outcome is Outcome.internal_error and reference.error is not None:
                # Of a spec that failed: the sentence that a student would read goes before what is for the teacher.
                text = reference.error.message
                return self._failed(text.partition(SPEC_IS_WRONG)[2].strip() or text, cases)
            return self._failed(_told(reference), cases)
        took = reference.timings_ms.judged / 1000 - self.judge.spec_box.ran_s
        quick = puzzle.model_copy(update={"cpu_limit_s": min(puzzle.cpu_limit_s, int(1 + _SLOWER * max(0.0, took)))})
        starter = self._verdict(puzzle, puzzle.starter).outcome
        progress = self.job.progress
        caught, passed = dict(progress.caught), list(progress.passed)
        for place in range(progress.tried, len(wrong)):
            self.told(place, len(wrong))
            if self.is_wanted() and place > progress.tried and time.monotonic() - self.began > STARTS_AGAIN_S:
                return MadeWay(CheckProgress(tried=place, caught=caught, passed=passed))
            by = self._caught_by(quick, wrong[place].source)
            if by is None:
                passed.append(place)
            else:
                caught[by] = caught.get(by, 0) + 1
        self.told(len(wrong), len(wrong))
        survivors, advice = self._advise(quick, [wrong[place] for place in passed])
        return CheckReport(
            version=self.job.version,
            says=_summary(len(wrong), len(survivors), advice, starter),
            puzzle=puzzle,
            cases=[each.model_copy(update={"caught": caught.get(each.name, 0)}) for each in cases],
            starter=starter,
            wrong=len(wrong),
            left_out=left_out,
            survivors=survivors,
            advice=advice,
            spec_ms=spec_ms,
        )

    def _caught_by(self, puzzle: Puzzle, source: str) -> str | None:
        """The first case that a wrong kernel does not pass; None where it passes all."""
        failed: list[str] = []

        def watch(event: Event) -> None:
            if isinstance(event, Progress) and event.outcome is not Outcome.passed:
                failed.append(event.case)

        verdict = self._verdict(puzzle, source, emit=watch, cancelled=lambda: bool(failed))
        if failed:
            return failed[0]
        if verdict.outcome is Outcome.internal_error:
            raise JudgeError("A wrong kernel could not be judged.")
        # What is refused before any case runs is caught by all of them.
        return None if verdict.outcome is Outcome.passed else puzzle.cases[0].name

    def _advise(self, puzzle: Puzzle, left: list[Wrong]) -> tuple[list[Survivor], list[Advice]]:
        """Further cases tried on what passed, and the fewest that catch what can be caught, the most useful first."""
        tried = self._possible(puzzle) if left else []
        catches: list[set[int]] = [set() for _ in tried]
        by_name = {each.case.name: place for place, each in enumerate(tried)}
        whole = puzzle.model_copy(update={"cases": tuple(each.case for each in tried)})
        for number, mutant in enumerate(left if tried else []):
            for case in self._verdict(whole, mutant.source).cases:
                if case.outcome is not Outcome.passed:
                    catches[by_name[case.name]].add(number)
        advice: list[Advice] = []
        caught_by: dict[int, int] = {}
        while any(catches):
            best = max(range(len(catches)), key=lambda place: len(catches[place]))
            for number in catches[best]:
                caught_by[number] = len(advice)
            advice.append(Advice(words=tried[best].words, toml=tried[best].toml, catches=len(catches[best])))
            found = set(catches[best])
            catches = [each - found for each in catches]
        return [
            Survivor(
                kind=each.kind,
                line=each.line,
                before=each.before,
                after=each.after,
                caught_by=caught_by.get(number),
            )
            for number, each in enumerate(left)
        ], advice

    def _possible(self, puzzle: Puzzle) -> list[Candidate]:
        """The candidates that the reference passes."""
        source = self.job.files["solution.py"]

        def passes(case: Case) -> bool:
            return self._verdict(puzzle.model_copy(update={"cases": (case,)}), source).outcome is Outcome.passed

        return [each for each in candidates(puzzle) if passes(each.case)]

    def _verdict(
        self,
        puzzle: Puzzle,
        source: str,
        emit: Callable[[Event], None] = lambda event: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Verdict:
        carried = OwnPuzzle(version=self.job.version, puzzle=puzzle, spec=self.job.files["spec.py"])
        job = Job(
            id=self.job.id,
            puzzle=puzzle.slug,
            source=source,
            seed=self.job.seed,
            own=carried,
            enqueued_at=time.time(),
        )
        return self.judge.judge(job, emit=emit, cancelled=cancelled, explains=False)

    def _failed(self, problem: str, cases: list[CheckedCase] | None = None) -> CheckReport:
        return CheckReport(
            version=self.job.version,
            says="It cannot be published yet.",
            problem=problem,
            where=next((file for file in own.FILES if problem.startswith(file)), None),
            cases=cases or [],
        )


def _told(reference: Verdict) -> str:
    """Why the reference does not pass."""
    failed = next((case for case in reference.cases if case.outcome is not Outcome.passed), None)
    word = reference.outcome.value.replace("_", " ")
    where = "" if failed is None else f" in the case “{failed.title}”"
    why = reference.error.message if reference.error is not None else (failed.reason or "" if failed else "")
    line = f" (line {reference.error.line})" if reference.error is not None and reference.error.line else ""
    return f"solution.py: the reference does not pass: {word}{where}{line}. {why}".strip()


def _summary(wrong: int, passed: int, advice: list[Advice], starter: Outcome) -> str:
    if wrong == 0:
        said = "The reference passes. No wrong kernels could be made of it, so how strict the cases are is not known."
    elif passed == 0:
        said = f"The reference passes, and all {wrong} wrong kernels are caught."
    else:
        kernels = f"{passed} of {wrong} wrong kernels {'passes' if passed == 1 else 'pass'}"
        if advice:
            said = f"{kernels}: add a case with {advice[0].words}."
        else:
            said = f"{kernels}. No case that was tried tells them from the reference: they may well do the same."
    if starter is Outcome.passed:
        said += " The starter passes too: there is nothing left to solve."
    return said
