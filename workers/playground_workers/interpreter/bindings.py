"""A kernel's parameters held against what a launch gives."""

from collections.abc import Collection, Mapping, Sequence

from playground_workers.interpreter.source import Prepared, SourceProblem, nearest


def bind(prepared: Prepared, tensors: Sequence[str], numbers: Mapping[str, int], optional: Sequence[str]) -> None:
    """Check the kernel's signature: first the tensors, by place, then sizes and blocks, by name.

    Raises SourceProblem that says what is expected and what was found.
    """
    found = prepared.parameters
    expected = ", ".join([*tensors, *numbers])
    if len(found) < len(tensors) or any(p.name in numbers for p in found[: len(tensors)]):
        given = ", ".join(p.name for p in found) or "none"
        raise SourceProblem(
            "compile_error",
            f"{prepared.kernel} should take {len(tensors)} pointers first, then the sizes and blocks. "
            f"Expected parameters: {expected}. Found: {given}.",
            found[0].line if found else None,
            found[0].column if found else None,
        )
    names = [p.name for p in found[len(tensors) :]]
    for parameter in found[len(tensors) :]:
        if parameter.name not in numbers and not parameter.has_default:
            raise SourceProblem(
                "compile_error",
                f"{prepared.kernel} asks for {parameter.name}, which this puzzle does not pass. "
                f"Expected parameters: {expected}.",
                parameter.line,
                parameter.column,
            )
    missing = [name for name in numbers if name not in names and name not in optional]
    if missing:
        raise SourceProblem(
            "compile_error",
            f"{prepared.kernel} lacks the parameter{'s' if len(missing) > 1 else ''} {', '.join(missing)}. "
            f"Expected parameters: {expected}.",
            found[-1].line if found else None,
            found[-1].column if found else None,
        )


def bind_by_name(prepared: Prepared, tensors: Sequence[str], numbers: Collection[str]) -> None:
    """Check the kernel's signature against a launch that names the parameter of each tensor and constant.

    Raises SourceProblem that says what is expected and what was given.
    """
    kernel, found = prepared.kernel, prepared.parameters
    given = [*tensors, *numbers]
    takes = f"{kernel} takes {', '.join(p.name for p in found) or 'no parameters'}"
    known = {p.name: p for p in found}
    unknown = [name for name in given if name not in known]
    if unknown:
        like = nearest(unknown[0], [name for name in known if name not in given])
        raise SourceProblem(
            "compile_error",
            f"The launch gives {_listed(unknown)}, which {kernel} does not take. {takes}.",
            found[0].line if found else None,
            found[0].column if found else None,
            f"Is {like} meant?" if like else None,
        )
    for name in tensors:
        if known[name].constexpr:
            raise SourceProblem(
                "compile_error",
                f"{name} is a tl.constexpr of {kernel}, so the launch must give it a constant, not a tensor.",
                known[name].line,
                known[name].column,
            )
    missing = [p for p in found if p.name not in given and not p.has_default]
    if missing:
        names = _listed([p.name for p in missing])
        raise SourceProblem(
            "compile_error",
            f"{kernel} asks for {names}, which the launch does not give. {takes}; "
            f"the launch gives {', '.join(given) or 'nothing'}.",
            missing[0].line,
            missing[0].column,
            "Add a tensor or a constant of that name to the launch.",
        )


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
