"""One submission on its way: what is sent to the sandbox, what comes back, and the verdict that this comes to."""

import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from playground_puzzles.expressions import evaluate
from playground_puzzles.models import (
    MAX_SEED,
    Case,
    CaseVerdict,
    Event,
    Job,
    Kind,
    Outcome,
    OutputBlock,
    Problem,
    Progress,
    Puzzle,
    Role,
    Started,
    Verdict,
    Warning,
)
from playground_workers import arrays, traces
from playground_workers.comparison import Launch, Output, case_verdict, judge_case, program_id, x_fastest
from playground_workers.diagnosis import across_cases
from playground_workers.emitter import Emitter, add_output
from playground_workers.errors import JudgeError, SpecError
from playground_workers.hypotheses import Array, Expect
from playground_workers.inputs import draw
from playground_workers.interpreter import protocol, request
from playground_workers.limits import KIB, tell_ending
from playground_workers.memory_warnings import memory_warnings
from playground_workers.sandbox.ending import Ending
from playground_workers.sandbox.errors import OutputLimit
from playground_workers.spec import Expecting
from playground_workers.terminal import printable

if TYPE_CHECKING:
    from playground_workers.judge import Judge


class Attempt:
    """One submission on its way: what was sent, and what has come back so far.

    tf32: it runs where `tl.dot` cuts float32 factors.
    """

    tf32 = False

    def __init__(
        self,
        judge: "Judge",
        job: Job,
        emit: Callable[[Event], None],
        keep_arrays: Callable[[str, bytes], None],
        keep_trace: Callable[[str, bytes], None] | None,
        rules: bool,
        explains: bool = True,
    ) -> None:
        self.judge, self.job, self.rules, self.explains = judge, job, rules, explains
        self.keep_arrays, self.keep_trace = keep_arrays, keep_trace
        self.emitter = Emitter(emit)
        self.puzzle = self._puzzle()
        self.seed = secrets.randbelow(MAX_SEED + 1) if job.seed is None else job.seed
        self.launches = self._launches()
        self.run_ns = 0
        self._forget()

    def _forget(self) -> None:
        """Start from nothing: the sandbox failed in mid-run and repeats it."""
        self.cases: list[CaseVerdict] = []
        self.output: list[OutputBlock] = []
        self.output_characters = 0
        self.output_truncated = False
        self.sent_trace: protocol.Trace | None = None
        self.trace: traces.Trace | None = None
        self.trouble: protocol.TroubleFrame | None = None
        self.notes: list[str] = []
        self.warnings: list[Warning] = []
        self.finished = False

    def send(self, cancelled: Callable[[], bool]) -> Ending:
        """Run the cases in the sandbox; frames are taken as they come."""
        self.emitter(Started(cases=[launch.case.name for launch in self.launches]))
        header = {
            "source": self.job.source,
            "kernel": self.puzzle.kernel,
            "rules": self.rules,
            "by_name": self.job.launch is not None,
            "optional": [p.name for p in (*self.puzzle.sizes, *self.puzzle.blocks) if p.optional],
            "cases": [self._case_header(index, launch) for index, launch in enumerate(self.launches)],
        }
        tensors = [array for launch in self.launches for array in launch.arrays]
        cpu_s = self.limit_s
        return self.judge.box.run(
            request.pack(header, tensors),
            cpu_s=cpu_s,
            wall_s=self.judge.limits.wall_s(cpu_s),
            on_frame=self._take,
            cancelled=lambda: self.emitter.flush() or cancelled(),
            on_restart=self._forget,
        )

    @property
    def limit_s(self) -> int:
        """Processor seconds that all cases together may take."""
        return self.puzzle.cpu_limit_s

    def verdict(self, ending: Ending) -> Verdict:
        """What all of it comes to."""
        outcome, error = self._stopped(ending)
        if outcome is not None and error is not None and outcome is not Outcome.cancelled:
            self._end_case(outcome, error)
        advice = across_cases(self.cases)
        if advice is not None:
            both = " ".join(filter(None, [self.cases[1].advice, advice]))
            self.cases[1] = self.cases[1].model_copy(update={"advice": both})
        failed = next((case for case in self.cases if case.outcome is not Outcome.passed), None)
        if outcome is None:
            outcome = Outcome.passed if failed is None else failed.outcome
            if outcome is Outcome.passed and self.puzzle.expected_output is not None:
                outcome, error = self._compare_output(self.puzzle.expected_output)
        elif failed is not None and failed is not self.cases[-1]:
            outcome, error = failed.outcome, None  # the first case that is not passed counts
        return Verdict(
            outcome=outcome,
            puzzle=self.puzzle.slug,
            device=self.job.device,
            triton_version=self.judge.triton_version,
            seed=self.seed,
            cases=self.cases,
            output=self.output,
            output_truncated=self.output_truncated,
            output_characters=self.output_characters,
            error=error,
            warnings=self.warnings,
            notes=self.notes,
        )

    def _puzzle(self) -> Puzzle:
        return self.judge.puzzle(self.job)

    def _launches(self) -> list[Launch]:
        spec = self.judge.expecting(self.job, self.puzzle)
        cases = [case for case in self.puzzle.cases if self.job.case in (None, case.name)]
        drawn = [(case, draw(self.puzzle, case, self.seed)) for case in cases]
        launches = []
        for (case, tensors), found in zip(drawn, spec.expected_all(drawn, tf32=self.tf32), strict=True):
            grid = [evaluate(extent, case.sizes | case.blocks) for extent in self.puzzle.grid]
            expected, bound = found or (None, None)
            expect = self._expect(spec, case) if self.explains else None
            launches.append(Launch(case, grid, self.seed, tensors, expected, bound, expect))
        if not launches:
            raise JudgeError(f"{self.puzzle.slug} has no case {self.job.case}.")
        return launches

    def _expect(self, spec: Expecting, case: Case) -> Expect:
        """The spec of a case for other sizes and tensors; None where it cannot take them."""

        def expect(sizes: Mapping[str, int], tensors: Sequence[Array]) -> Array | None:
            try:
                found = spec.expected(case.model_copy(update={"sizes": dict(sizes)}), tensors)
            except SpecError:
                return None
            return None if found is None else found[0]

        return expect

    def _case_header(self, index: int, launch: Launch) -> dict[str, object]:
        tensors = [
            {"name": t.name, "dtype": t.dtype, "shape": list(a.shape), "output": t.role is Role.output}
            for t, a in zip(self.puzzle.tensors, launch.arrays, strict=True)
        ]
        first = index == 0
        return {
            "grid": launch.grid,
            "numbers": launch.case.sizes | launch.case.blocks,
            "tensors": tensors,
            "shuffle_seed": None if first else self.seed,
            "print": first,
        }

    def _take(self, kind: int, payload: bytes) -> None:
        frame = protocol.unpack(kind, payload)
        if self.finished:
            raise ValueError("a frame after the last")
        match frame:
            case protocol.Notes(notes, warnings):
                self.notes = notes
                self.warnings = [Warning(code=c, message=m, line=line or None) for c, m, line in warnings]
            case protocol.Output():
                self._take_output(frame)
            case protocol.Trace():
                self._take_trace(frame)
            case protocol.CaseResult():
                self._take_case(frame)
            case protocol.TroubleFrame():
                self.trouble, self.finished = frame, True
                self._read_trace()
            case None:
                if len(self.cases) != len(self.launches):
                    raise ValueError("the end came before the last case")
                self.finished = True

    def _take_output(self, frame: protocol.Output) -> None:
        if frame.case >= len(self.launches):
            raise ValueError("output of a case that there is none of")
        limits = self.judge.limits
        room = max(0, limits.print_shown_kib * KIB - self.output_characters)
        self.output_characters += len(frame.text)
        if self.output_characters > limits.print_limit_kib * KIB:
            raise OutputLimit("a kernel printed more than it may")
        if len(frame.text) > room:
            self.output_truncated = True
        text = frame.text[:room]
        if not text:
            return
        launch = self.launches[frame.case]
        known = frame.program < math.prod(launch.grid)
        program = program_id(frame.program, launch.grid) if known else None
        add_output(self.output, launch.case.name, program, text)
        self.emitter.output(launch.case.name, program, text)

    def _take_trace(self, frame: protocol.Trace) -> None:
        if self.sent_trace is not None or frame.case != len(self.cases) or frame.case >= len(self.launches):
            raise ValueError("a trace out of its turn")
        self.sent_trace = frame

    def _read_trace(self) -> None:
        """Check what was sent of the running case, now that it will be looked at. ValueError where it is malformed."""
        if self.sent_trace is not None:
            self.trace = traces.read(self.sent_trace, self.launches[len(self.cases)])

    def _traced(self, verdict: CaseVerdict, launch: Launch) -> CaseVerdict:
        """The verdict of a case with its accesses kept, and what they add up to, where they were read."""
        trace, self.trace, self.sent_trace = self.trace, None, None
        if trace is None:
            return verdict
        if self.keep_trace is not None:
            self.keep_trace(launch.case.name, traces.pack(trace, self.puzzle, launch))
        memory = traces.score(trace, self.puzzle, launch)
        return verdict.model_copy(update={"traced": self.keep_trace is not None, "memory": memory})

    def _take_case(self, frame: protocol.CaseResult) -> None:
        if frame.case != len(self.cases) or frame.case >= len(self.launches):
            raise ValueError("a case out of its turn")
        launch = self.launches[frame.case]
        verdict, outputs = self._judge_case(launch, frame)
        if not self.cases or verdict.outcome is not Outcome.passed:
            self._read_trace()
        verdict = self._traced(verdict, launch)
        self.cases.append(verdict)
        self.run_ns += frame.run_ns
        self._warn(memory_warnings(self.puzzle, launch, frame))
        if outputs and (verdict.outcome is not Outcome.passed or self.puzzle.kind is Kind.demo):
            tensors = [
                (t.name, "input", a)
                for t, a in zip(self.puzzle.tensors, launch.arrays, strict=True)
                if t.role is Role.input
            ]
            tensors += [(name, "actual", output.returned.values) for name, output in outputs.items()]
            if launch.expected is not None:
                tensors += [(name, "expected", launch.expected) for name in outputs]
            for name, output in outputs.items():
                tensors += [
                    (name, "standing", output.standing),
                    (name, "program", arrays.narrow(x_fastest(output.returned.program, launch.grid))),
                    (name, "line", arrays.narrow(output.returned.line)),
                ]
            self.keep_arrays(launch.case.name, arrays.pack(tensors))
        self.emitter(Progress(case=verdict.name, outcome=verdict.outcome))

    def _judge_case(self, launch: Launch, frame: protocol.CaseResult) -> tuple[CaseVerdict, dict[str, Output]]:
        return judge_case(self.puzzle, launch, frame)

    def _warn(self, warnings: list[Warning]) -> None:
        """Each kind of warning once a line, in whichever case it came up first."""
        told = {(one.code, one.line) for one in self.warnings}
        self.warnings += [one for one in warnings if (one.code, one.line) not in told]

    def _stopped(self, ending: Ending) -> tuple[Outcome | None, Problem | None]:
        """What ended the run before its last case was compared; (None, None) where nothing did."""
        if self.trouble is not None:
            frame = self.trouble
            if frame.kind == "internal_error":
                raise JudgeError(printable(frame.message))
            message = frame.message
            if frame.kind == "memory_limit":
                limit = self.judge.limits.memory_mib
                message = f"The kernel asked for more than the {limit} MiB of memory that a submission may use."
            later = frame.case != protocol.NO_PROGRAM and len(self.cases) > 0
            error = Problem(
                kind=frame.kind,
                message=f"{message} This is in the case “{self._running_case()}”." if later else message,
                line=frame.line or None,
                column=frame.column or None,
                hint=frame.hint or None,
            )
            return Outcome(frame.kind), error
        if self.finished and ending.how == "done":
            return None, None
        return tell_ending(
            ending,
            self.judge.limits,
            cpu_s=self.limit_s,
            case=self._running_case(),
            printed=self.output_characters,
        )

    def _end_case(self, outcome: Outcome, error: Problem) -> None:
        """The case that was running when the run was stopped, as the last of those that are told."""
        started = self.trouble is None or self.trouble.case != protocol.NO_PROGRAM
        if started and len(self.cases) < len(self.launches):
            launch = self.launches[len(self.cases)]
            self.cases.append(self._traced(case_verdict(launch, outcome, error.message), launch))
            self.emitter(Progress(case=launch.case.name, outcome=outcome))

    def _running_case(self) -> str | None:
        """The title of the case that is running; None where there is but one, which nobody named."""
        return self.launches[min(len(self.cases), len(self.launches) - 1)].case.title

    def _compare_output(self, expected: str) -> tuple[Outcome, Problem | None]:
        """A demo: what it printed against what is expected, white space folded."""
        want, got = _lines(expected), _lines("".join(block.text for block in self.output))
        for number in range(max(len(want), len(got))):
            if want[number : number + 1] == got[number : number + 1]:
                continue
            if number >= len(got):
                message = f"The output ends after {len(got)} of {len(want)} lines. Next is: {want[number]}"
            elif number >= len(want):
                message = f"The output goes on after its {len(want)} lines: {got[number]}"
            else:
                message = f"Line {number + 1} of the output should be: {want[number]}"
            return Outcome.wrong_answer, Problem(kind="wrong_answer", message=message)
        return Outcome.passed, None


def _lines(text: str) -> Sequence[str]:
    """Lines with white space folded, also around brackets, without the empty ones."""
    folded = (" ".join(line.replace("[", "[ ").replace("]", " ]").split()) for line in text.splitlines())
    return [line for line in folded if line]
