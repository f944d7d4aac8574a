"""The vocabulary that crosses a process border: puzzles, submissions, verdicts, events and jobs.

Everything here is a frozen pydantic model; the API's schema and the front end's TypeScript types are generated from
it. Lines and columns count from 1, columns in UTF-16 units as editors count them. Indices, programs and shapes are
lists of integers, outermost axis first for tensors, axis 0 first for programs.
"""

from playground_puzzles.models.compiled import (
    CompileCheck,
    CompileChecked,
    Compiled,
    CompileJob,
    Lesson,
    Listing,
    MemoryInstruction,
    Target,
)
from playground_puzzles.models.events import Event, Job, Judged, Output, Progress, Queued, Started, Submission
from playground_puzzles.models.launches import MAX_SEED, SANDBOX, Constant, Launch, LaunchTensor, Name, Seed, Side
from playground_puzzles.models.puzzles import (
    Case,
    Fill,
    LeastMemory,
    Parameter,
    Puzzle,
    PuzzleSummary,
    Question,
    Solution,
    Tensor,
)
from playground_puzzles.models.verdicts import (
    CaseVerdict,
    Difference,
    InvalidAccess,
    MemoryScore,
    Mismatch,
    OutputBlock,
    Problem,
    Timings,
    Verdict,
    Warning,
)
from playground_puzzles.models.words import Device, DType, Kind, Model, Number, Outcome, Role, Status

__all__ = [
    "MAX_SEED",
    "SANDBOX",
    "Case",
    "CaseVerdict",
    "CompileCheck",
    "CompileChecked",
    "CompileJob",
    "Compiled",
    "Constant",
    "DType",
    "Device",
    "Difference",
    "Event",
    "Fill",
    "InvalidAccess",
    "Job",
    "Judged",
    "Kind",
    "Launch",
    "LaunchTensor",
    "LeastMemory",
    "Lesson",
    "Listing",
    "MemoryInstruction",
    "MemoryScore",
    "Mismatch",
    "Model",
    "Name",
    "Number",
    "Outcome",
    "Output",
    "OutputBlock",
    "Parameter",
    "Problem",
    "Progress",
    "Puzzle",
    "PuzzleSummary",
    "Question",
    "Queued",
    "Role",
    "Seed",
    "Side",
    "Solution",
    "Started",
    "Status",
    "Submission",
    "Target",
    "Tensor",
    "Timings",
    "Verdict",
    "Warning",
]
