"""What the interpreter refuses on its own account."""


class UnsupportedType(Exception):
    """A kernel computes with a type whose numbers Triton's interpreter adds and multiplies as bit patterns."""

    def __init__(self, name: str) -> None:
        kind = "bfloat16" if name == "bf16" else f"the type {name}"
        super().__init__(
            f"The interpreter cannot compute with {kind}, only load, store and cast it. "
            "Cast to float32 first: `x.to(tl.float32)`."
        )
