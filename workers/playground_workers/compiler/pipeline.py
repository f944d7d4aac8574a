"""Triton's own stages, one after another: what `triton.compile` does, without its cache on disk and its driver."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource, make_backend

from playground_workers.compiler.kernels import Kernel, Signature
from playground_workers.compiler.targets import Target

BINARIES: Final = ("cubin", "hsaco")
"""The last stages, which run programs: ours to run, with words about registers."""


class Pipeline:
    """One kernel on its way. options: of Triton's, such as num_warps.

    metadata: what the stages have said so far, `shared` and `num_warps` among it.
    """

    def __init__(
        self, kernel: Kernel, signature: Signature, target: Target, options: Mapping[str, Any] | None = None
    ) -> None:
        self.target = GPUTarget(target.backend, target.architecture, target.threads)
        self.backend: Any = make_backend(self.target)
        self.source = ASTSource(kernel.function, signature.types, signature.constants, signature.attributes)
        self.options: Any = self.backend.parse_options(dict(options or {}))
        self.metadata: dict[str, Any] = {"target": self.target, **vars(self.options)}

    def stages(self) -> Iterator[tuple[str, str]]:
        """The name and the text of each stage, as it is reached. Raises what Triton raises."""
        stages: dict[str, Any] = {}
        self.backend.add_stages(stages, self.options, self.source.language)
        context = ir.context()
        ir.load_dialects(context)
        self.backend.load_dialects(context)
        module: Any = self.source.make_ir(
            self.target,
            self.options,
            self.backend.get_codegen_implementation(self.options),
            self.backend.get_module_map(),
            context,
        )
        for name, lower in stages.items():
            if name in BINARIES:
                return
            module = lower(module, self.metadata)
            yield name, str(module)

    @property
    def fuses(self) -> bool:
        """Whether a multiplication and an addition may become one instruction."""
        return bool(self.options.enable_fp_fusion)
