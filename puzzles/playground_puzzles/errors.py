"""What can go wrong in the domain.

PlaygroundError
  PuzzleError      a puzzle folder is not right; names the file and the field
  UnknownPuzzle    no puzzle has this slug or number
  SourceError      the source cannot be a program: empty, too large, or with characters that no program has
  SettingError     a setting cannot be taken from where the environment says that it is
"""


class PlaygroundError(Exception):
    """The root. code: stable, for programs; message: for people."""

    code = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class PuzzleError(PlaygroundError):
    code = "bad_puzzle"


class UnknownPuzzle(PlaygroundError):
    code = "unknown_puzzle"


class SourceError(PlaygroundError):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class SettingError(PlaygroundError):
    code = "bad_setting"
