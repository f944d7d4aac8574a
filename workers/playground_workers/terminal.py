"""Text from strangers, made fit for a terminal or a log."""


def printable(text: str) -> str:
    """One line without anything that a terminal would obey: control and format characters come as their escapes."""
    return "".join(
        character if character.isprintable() or character in "\t\xa0" else character.encode("unicode_escape").decode()
        for character in text
    )
