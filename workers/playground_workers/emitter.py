"""Events of a judged submission on their way out, and the output that they carry."""

from collections.abc import Callable

from playground_puzzles.models import Event, Output, OutputBlock


class Emitter:
    """Events on their way out. Prints are gathered until the sandbox is next looked after, 50 ms at most."""

    MAX_CHARACTERS = 8192

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self._emit = emit
        self._gathered: list[OutputBlock] = []
        self._characters = 0

    def __call__(self, event: Event) -> None:
        self.flush()
        self._emit(event)

    def output(self, case: str, program: list[int] | None, text: str) -> None:
        add_output(self._gathered, case, program, text)
        self._characters += len(text)
        if self._characters > self.MAX_CHARACTERS:
            self.flush()

    def flush(self) -> bool:
        """Send what was gathered. Always False: nothing here asks the run to stop."""
        gathered, self._gathered, self._characters = self._gathered, [], 0
        for block in gathered:
            self._emit(Output(case=block.case, program=block.program, text=block.text))
        return False


def add_output(blocks: list[OutputBlock], case: str, program: list[int] | None, text: str) -> None:
    """Append text to the last block, where that is of the same case and program; else start another."""
    if blocks and (blocks[-1].case, blocks[-1].program) == (case, program):
        text = blocks.pop().text + text
    blocks.append(OutputBlock(case=case, program=program, text=text))
