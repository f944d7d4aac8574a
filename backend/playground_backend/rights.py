"""Who may do what in a class: one table, role by action."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class ClassRole(StrEnum):
    teacher = "teacher"
    assistant = "assistant"
    student = "student"


class Action(StrEnum):
    """What a router asks for by name. `see_class`: that it is there, and what it is called."""

    see_class = "see_class"
    leave_class = "leave_class"
    see_assignments = "see_assignments"
    see_members = "see_members"
    see_board = "see_board"
    see_attempts = "see_attempts"
    send_notes = "send_notes"
    see_grades = "see_grades"
    extend = "extend"
    see_contacts = "see_contacts"
    give_codes = "give_codes"
    change_members = "change_members"
    change_staff = "change_staff"
    change_class = "change_class"
    copy_class = "copy_class"
    change_assignments = "change_assignments"
    export_grades = "export_grades"
    rejudge = "rejudge"
    see_likeness = "see_likeness"
    see_audit = "see_audit"


_STUDENT: Final = frozenset({Action.see_class, Action.leave_class})

_ASSISTANT: Final = _STUDENT | {
    Action.see_assignments,
    Action.see_members,
    Action.see_board,
    Action.see_attempts,
    Action.send_notes,
    Action.see_grades,
    Action.extend,
}

# None is the host's administrator, who is no member.
RIGHTS: Final[Mapping[ClassRole | None, frozenset[Action]]] = {
    ClassRole.student: _STUDENT,
    ClassRole.assistant: _ASSISTANT,
    ClassRole.teacher: frozenset(Action),
    None: frozenset(Action) - {Action.leave_class},
}
"""What each role may do; what is not here is refused."""


def may(role: ClassRole | None, action: Action) -> bool:
    return action in RIGHTS[role]
