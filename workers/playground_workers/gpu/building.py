"""What a runner of the compiler's sandbox does for a GPU worker: one kernel made for all launches of a submission.

A program in place of `compiler.program`, under the same policy. Launches that compile to the same are made once. No
tensor is said to be aligned, so that each can be put right before memory that is not there; a speed run says it.
"""

import re
from pathlib import Path
from typing import Any, Final

from playground_workers.compiler import kernels, problems, program, protocol, tools
from playground_workers.compiler.assembly import straighten
from playground_workers.compiler.pipeline import Pipeline
from playground_workers.compiler.policy import BINARY as BINARY_FILE
from playground_workers.compiler.program import Send
from playground_workers.compiler.targets import Target
from playground_workers.gpu import binaries
from playground_workers.gpu.binaries import Binary
from playground_workers.interpreter import protocol as interpreter
from playground_workers.interpreter.bindings import bind, bind_by_name
from playground_workers.interpreter.request import unpack
from playground_workers.interpreter.source import SourceProblem

warm = program.warm

_PARAMETER: Final = re.compile(r"^\s*\.param\s", re.MULTILINE)
_ENTRY: Final = re.compile(r"\.visible \.entry (\w+)\(")


def run(request: bytes, send: Send) -> None:
    """Run one request and send a BINARY for each thing made; the last frame is END or TROUBLE."""
    header, _ = unpack(request)
    with program.hearing():
        _Building(header, send).run()


class _Building:
    def __init__(self, header: dict[str, Any], send: Send) -> None:
        self.header, self.send = header, send
        self.target = Target(**header["target"])
        self.assembly = ""
        self.kernel: kernels.Kernel | None = None

    def run(self) -> None:
        trouble = self._trouble()
        if trouble is not None:
            self.send(protocol.TROUBLE, protocol.pack_trouble(trouble))
        else:
            self.send(protocol.END, b"")

    def _trouble(self) -> protocol.Trouble | None:
        """Make everything; what went wrong, or None."""
        header = self.header
        try:
            self.kernel = kernel = kernels.load(header["source"], header["kernel"], rules=header["rules"])
            self._note(kernel)
            made: dict[str, tuple[kernels.Signature, int, list[int]]] = {}
            for case, launch in enumerate(header["launches"]):
                tensors = self._bind(kernel, launch["numbers"])
                signature = kernels.sign(kernel, tensors, launch["numbers"], self.target.backend)
                if not header["aligned"]:
                    signature = kernels.Signature(signature.types, signature.constants, {})
                key = repr((signature, launch["warps"]))
                made.setdefault(key, (signature, launch["warps"], []))[2].append(case)
            for signature, warps, cases in made.values():
                trouble = self._make(kernel, signature, warps, cases)
                if trouble is not None:
                    return trouble
        except SourceProblem as problem:
            return problems.of_source(problem)
        except tools.ToolFailed as failure:
            return problems.of_tool(failure, self.assembly)
        except Exception as error:
            return problems.of_exception(error, self.kernel, header["source"], program.words())
        return None

    def _note(self, kernel: kernels.Kernel) -> None:
        notes, warnings = list(kernel.prepared.notes), kernel.prepared.warnings
        rows = [(each.code, each.message, each.line or 0) for each in warnings]
        self.send(binaries.NOTES, interpreter.pack_notes(interpreter.Notes(notes, rows)))

    def _make(
        self, kernel: kernels.Kernel, signature: kernels.Signature, warps: int, cases: list[int]
    ) -> protocol.Trouble | None:
        # With `debug` Triton compiles tl.device_assert, and would check whole numbers for overflow too.
        options: dict[str, Any] = {"debug": True, "sanitize_overflow": False}
        if warps:
            options["num_warps"] = warps
        pipeline = Pipeline(kernel, signature, self.target, options)
        listings = {}
        for name, text in pipeline.stages():
            self.assembly = straighten(text) if name == "ptx" else text
            listings[name] = self.assembly
        shared, warps = int(pipeline.metadata["shared"]), int(pipeline.metadata["num_warps"])
        if shared > self.target.shared_bytes:
            return problems.of_shared(shared, self.target, None)
        if int(pipeline.metadata.get("global_scratch_size") or 0):
            return protocol.Trouble("compile_error", 0, 0, "This kernel needs scratch memory of the GPU's own.", "")
        done = tools.assemble(self.assembly, self.target, fuses=pipeline.fuses)
        entry = _ENTRY.search(self.assembly)
        parameters = tuple(
            (name, "*" if kind.startswith("*") else kind)
            for name, kind in signature.types.items()
            if kind != "constexpr"
        )
        head = self.assembly[entry.end() : self.assembly.index(")", entry.end())] if entry else ""
        binary = Binary(
            cases=tuple(cases),
            entry=entry[1] if entry else "",
            shared=shared,
            threads=warps * self.target.threads,
            registers=max(0, done.registers),
            spills=max(0, done.spill_stores) + max(0, done.spill_loads),
            parameters=parameters,
            spare=len(_PARAMETER.findall(head)) - len(parameters),
            code=Path(BINARY_FILE).read_bytes(),
        )
        self.send(binaries.BINARY, binaries.pack(binary))
        return None

    def _bind(self, kernel: kernels.Kernel, numbers: dict[str, Any]) -> dict[str, str]:
        tensors: dict[str, str] = self.header["tensors"]
        if self.header["by_name"]:
            bind_by_name(kernel.prepared, list(tensors), numbers)
            return tensors
        bind(kernel.prepared, list(tensors), numbers, self.header["optional"])
        places = [parameter.name for parameter in kernel.prepared.parameters[: len(tensors)]]
        return dict(zip(places, tensors.values(), strict=True))
