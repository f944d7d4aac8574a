"""Who may do what in a class: one table, role by action."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class ClassRole(StrEnum):
    teacher = "teacher"
    assistant = "assistant"
    student = "student"


class Action(StrEnum):
    """What a router asks for by name. `see_class`: that it is there, and what it is called.

    `see_puzzles`, `publish_puzzles`: those of its teachers' own; each is its author's to change.
    """

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
    delete_class = "delete_class"
    change_assignments = "change_assignments"
    export_grades = "export_grades"
    see_puzzles = "see_puzzles"
    publish_puzzles = "publish_puzzles"
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


_IN_AN_ARCHIVED_CLASS: Final = frozenset(
    {
        Action.see_class,
        Action.leave_class,
        Action.see_assignments,
        Action.see_members,
        Action.see_board,
        Action.see_attempts,
        Action.see_grades,
        Action.see_contacts,
        Action.see_puzzles,
        Action.change_class,
        Action.copy_class,
        Action.delete_class,
        Action.export_grades,
        Action.see_likeness,
        Action.see_audit,
    }
)


def rights_of(role: ClassRole | None, *, is_admin: bool, is_archived: bool) -> frozenset[Action]:
    """Return what one may do in a class. role: null for who is no member; is_archived: it can be looked at alone."""
    own = frozenset[Action]() if role is None else RIGHTS[role]
    rights = own | RIGHTS[None] if is_admin else own
    return rights & _IN_AN_ARCHIVED_CLASS if is_archived else rights
