"""The limits of a submission: where they come from, and what a student is told of each end."""

import signal
from typing import Any

import pytest

from playground_workers.limits import KIB, RunLimits, tell_ending
from playground_workers.sandbox.ending import Ending, judge_end
from playground_workers.sandbox.policy import INTERPRETER, MIB
from playground_workers.sandbox.runner import OUT_OF_TIME
from playground_workers.settings import Settings

ENDING = Ending("done", None, 0, 0.31, 0.5, 1 << 20, b"")


def tell(printed: int = 0, limit_s: int = 5, **fields: Any) -> tuple[str, str]:
    ending = Ending(**{**vars(ENDING), **fields})
    outcome, problem = tell_ending(ending, RunLimits(), cpu_s=limit_s, case="N0 = 200", printed=printed)
    assert problem.kind == outcome.value
    return outcome.value, problem.message


@pytest.mark.parametrize(
    ("ending", "outcome", "sentence"),
    [
        (
            {"how": "time_limit", "cpu_s": 4.97},
            "time_limit",
            "Stopped after 5.0 seconds of processor time, in the case “N0 = 200”. "
            "All cases together may take 5 seconds.",
        ),
        (
            {"how": "wall_limit", "wall_s": 15.02},
            "time_limit",
            "Stopped after 15 seconds, in the case “N0 = 200”: it had 0.3 of its 5 seconds of processor time by then.",
        ),
        (
            {"how": "output_limit", "printed": 4096 * KIB + 1},
            "output_limit",
            "Stopped: the kernel printed more than 4 MiB, in the case “N0 = 200”.",
        ),
        (
            {"how": "output_limit", "printed": 3},
            "output_limit",
            "Stopped: the run sent more than it may, in the case “N0 = 200”.",
        ),
        ({"how": "cancelled"}, "cancelled", "Cancelled."),
        (
            {"how": "killed", "signal": signal.SIGSEGV},
            "crashed",
            "The process that ran the kernel crashed (SIGSEGV), in the case “N0 = 200”.",
        ),
        (
            {"how": "killed", "signal": signal.SIGKILL},
            "crashed",
            "The process that ran the kernel was ended from outside, in the case “N0 = 200”.",
        ),
        (
            {"how": "killed", "signal": 33},
            "crashed",
            "The process that ran the kernel crashed (signal 33), in the case “N0 = 200”.",
        ),
        (
            {"how": "exited", "status": 3},
            "crashed",
            "The process that ran the kernel ended itself (status 3), in the case “N0 = 200”.",
        ),
        (
            {"how": "protocol"},
            "crashed",
            "The process that ran the kernel sent what is no result, in the case “N0 = 200”.",
        ),
        ({"how": "done"}, "crashed", "The process that ran the kernel ended too early, in the case “N0 = 200”."),
    ],
    ids=lambda value: value["how"] if isinstance(value, dict) else "",
)
def test_each_end_has_a_word_and_a_sentence(ending: dict[str, Any], outcome: str, sentence: str) -> None:
    assert tell(**ending) == (outcome, sentence)


def test_the_line_at_the_cpu_limit_is_told_where_it_is_known() -> None:
    for stray, line in ((b"line 12", 12), (b"x\nline 7", 7), (b"line 0", None), (b"line 12\nmore", None), (b"", None)):
        ending = Ending("time_limit", None, OUT_OF_TIME, 5.0, 5.1, 1, stray)
        assert tell_ending(ending, RunLimits(), cpu_s=5, case="c", printed=0)[1].line == line


def test_one_second_is_written_so() -> None:
    assert tell(how="time_limit", limit_s=1)[1].endswith("may take 1 second.")


@pytest.mark.parametrize(
    ("status", "share", "out_of_memory", "how"),
    [
        (-signal.SIGKILL, 0.96, False, "time_limit"),
        (-signal.SIGKILL, 1.3, False, "time_limit"),
        (-signal.SIGKILL, 1.0, True, "time_limit"),
        (-signal.SIGKILL, 0.9, True, "killed"),
        (-signal.SIGKILL, 0.2, False, "killed"),
        (OUT_OF_TIME, 1.0, False, "time_limit"),
        (OUT_OF_TIME, 0.1, False, "exited"),
        (-signal.SIGSEGV, 1.0, False, "killed"),
        (1, 1.0, False, "exited"),
        (0, 1.0, False, "done"),
    ],
)
def test_who_ended_a_run(status: int, share: float, out_of_memory: bool, how: str) -> None:
    assert judge_end(status, cpu_share=share, out_of_memory=out_of_memory, between_frames=True) == how


def test_a_frame_cut_short_is_no_good_end() -> None:
    assert judge_end(0, cpu_share=0, out_of_memory=False, between_frames=False) == "protocol"


def test_settings_reach_the_policy_and_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().run_limits == RunLimits()
    assert RunLimits().fit(INTERPRETER).limits.memory_bytes == INTERPRETER.limits.memory_bytes
    for name, value in {
        "WALL_LIMIT_FACTOR": "3",
        "WALL_LIMIT_EXTRA_S": "0.5",
        "MEMORY_LIMIT_MIB": "128",
        "PRINT_SHOWN_KIB": "2",
        "PRINT_LIMIT_KIB": "16",
    }.items():
        monkeypatch.setenv(f"PLAYGROUND_{name}", value)
    limits = Settings().run_limits
    assert limits == RunLimits(3, 0.5, 128, 2, 16)
    assert limits.wall_s(2) == 6.5
    policy = limits.fit(INTERPRETER)
    assert policy.limits.memory_bytes == 128 * MIB
    assert policy.limits.wall_s == limits.wall_s(policy.limits.cpu_s)


def test_every_setting_says_what_it_is_and_has_its_unit_in_its_name() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name
        if field.annotation in (int, float):
            assert name.endswith(("_s", "_mib", "_kib", "_factor", "slots"))
