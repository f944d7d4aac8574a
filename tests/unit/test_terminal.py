"""What a stranger's kernel prints is shown, and not obeyed."""

import pytest

from playground_workers.terminal import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J\x1b]0;title\x07", "\\x1b[2J\\x1b]0;title\\x07"),
        ("a\tb é 日本 🙂", "a\tb é 日本 🙂"),
        ("one\r\ntwo\x00", "one\\r\\ntwo\\x00"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("\x9b31m \x7f", "\\x9b31m \\x7f"),
        ("\ud800", "\\ud800"),
    ],
)
def test_control_characters_are_shown_as_escapes(text: str, shown: str) -> None:
    assert printable(text) == shown
