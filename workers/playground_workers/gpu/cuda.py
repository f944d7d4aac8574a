"""The part of NVIDIA's CUDA driver interface that a runner needs, by ctypes. Standard library only.

No torch and no triton: a process that has a GPU in its hands holds as little else as it can. Names, numbers and
layouts are those of NVIDIA's CUDA Driver API reference (cuda.h, versions 12 and 13).
"""

import ctypes
from collections.abc import Sequence
from ctypes import byref, c_char_p, c_float, c_int, c_size_t, c_uint, c_uint64, c_void_p
from dataclasses import dataclass
from typing import Any, Final

ILLEGAL_ADDRESS: Final = 700
ASSERT: Final = 710
LAUNCH_FAILED: Final = 719
MISALIGNED: Final = 716
OUT_OF_MEMORY: Final = 2
OUT_OF_RESOURCES: Final = 701
# What a kernel can do to its context; nothing can be run in it afterwards.
FATAL: Final = {
    ILLEGAL_ADDRESS,
    ASSERT,
    LAUNCH_FAILED,
    MISALIGNED,
    *(714, 715, 717, 718),
}

_MAX_DYNAMIC_SHARED: Final = 8
_REGISTERS, _LOCAL_BYTES, _SHARED_BYTES = 4, 3, 1
_PRINTF_BYTES: Final = 1
_HEAP_BYTES: Final = 2
_MAJOR, _MINOR, _MULTIPROCESSORS, _L2_BYTES, _SHARED_OPT_IN = 75, 76, 16, 38, 97


class CudaError(Exception):
    """A call that failed. code: the driver's number; what: its name and sentence."""

    def __init__(self, call: str, code: int, what: str) -> None:
        super().__init__(f"{call}: {what} ({code})")
        self.code, self.what = code, what


@dataclass(frozen=True)
class Device:
    """capability: (9, 0) for sm_90. memory, l2, shared_a_block: bytes."""

    name: str
    capability: tuple[int, int]
    multiprocessors: int
    memory: int
    l2: int
    shared_a_block: int
    driver: tuple[int, int]


class _Location(ctypes.Structure):
    _fields_ = (("kind", c_int), ("id", c_int))


class _Properties(ctypes.Structure):
    _fields_ = (
        ("kind", c_int),
        ("handles", c_int),
        ("location", _Location),
        ("security", c_void_p),
        ("compression", ctypes.c_ubyte),
        ("direct", ctypes.c_ubyte),
        ("usage", ctypes.c_ushort),
        ("reserved", ctypes.c_ubyte * 4),
    )


class _Access(ctypes.Structure):
    _fields_ = (("location", _Location), ("flags", c_int))


@dataclass(frozen=True)
class Function:
    """A kernel on the device. registers: a thread; local: bytes a thread, which is where spills go."""

    handle: int
    registers: int
    local: int
    shared: int


class Cuda:
    """The first GPU, with a context of this process's own. Not for several threads at once."""

    def __init__(self) -> None:
        self._lib = ctypes.CDLL("libcuda.so.1")
        self._call("cuInit", c_uint(0))
        device, context = c_int(), c_void_p()
        self._call("cuDeviceGet", byref(device), c_int(0))
        self._device = device
        self._call("cuDevicePrimaryCtxRetain", byref(context), device)
        self._call("cuCtxSetCurrent", context)

    def device(self) -> Device:
        name, memory, version = ctypes.create_string_buffer(100), c_size_t(), c_int()
        self._call("cuDeviceGetName", name, c_int(100), self._device)
        self._call("cuDeviceTotalMem_v2", byref(memory), self._device)
        self._call("cuDriverGetVersion", byref(version))
        return Device(
            name.value.decode(errors="replace"),
            (self._attribute(_MAJOR), self._attribute(_MINOR)),
            self._attribute(_MULTIPROCESSORS),
            memory.value,
            self._attribute(_L2_BYTES),
            self._attribute(_SHARED_OPT_IN),
            (version.value // 1000, version.value % 1000 // 10),
        )

    def limit(self, *, printf_bytes: int, heap_bytes: int) -> None:
        """What a kernel may print between two looks, and take from the device's own heap."""
        self._call("cuCtxSetLimit", c_int(_PRINTF_BYTES), c_size_t(printf_bytes))
        self._call("cuCtxSetLimit", c_int(_HEAP_BYTES), c_size_t(heap_bytes))

    def load(self, binary: bytes, name: str, shared: int) -> Function:
        """Put a compiled kernel on the device. shared: dynamic shared memory that its launches ask for, bytes."""
        module, function = c_void_p(), c_void_p()
        self._call("cuModuleLoadData", byref(module), c_char_p(binary))
        self._call("cuModuleGetFunction", byref(function), module, name.encode())
        if shared > 48 * 1024:
            self._call("cuFuncSetAttribute", function, c_int(_MAX_DYNAMIC_SHARED), c_int(shared))
        values = []
        for what in (_REGISTERS, _LOCAL_BYTES):
            value = c_int()
            self._call("cuFuncGetAttribute", byref(value), c_int(what), function)
            values.append(value.value)
        return Function(function.value or 0, values[0], values[1], shared)

    def launch(self, function: Function, grid: Sequence[int], threads: int, arguments: Sequence[Any]) -> None:
        """Start a kernel. arguments: each of the type that the kernel takes."""
        pointers = (c_void_p * max(1, len(arguments)))(*(ctypes.addressof(each) for each in arguments))
        x, y, z = (*grid, 1, 1)[:3]
        sizes = [c_uint(each) for each in (x, y, z, threads, 1, 1, function.shared)]
        self._call("cuLaunchKernel", c_void_p(function.handle), *sizes, None, pointers, None)

    def wait(self) -> None:
        """Return when all that was started is done. Raises CudaError, of a kernel's fault too."""
        self._call("cuCtxSynchronize")

    def allocate(self, size: int) -> int:
        address = c_uint64()
        self._call("cuMemAlloc_v2", byref(address), c_size_t(size))
        return address.value

    def free(self, address: int) -> None:
        self._call("cuMemFree_v2", c_uint64(address))

    def free_memory(self) -> int:
        free, total = c_size_t(), c_size_t()
        self._call("cuMemGetInfo_v2", byref(free), byref(total))
        return free.value

    def put(self, address: int, data: bytes | memoryview) -> None:
        view = memoryview(data).cast("B")
        if view.nbytes:
            source = (ctypes.c_char * view.nbytes).from_buffer_copy(view) if view.readonly else view
            pointer = source if view.readonly else (ctypes.c_char * view.nbytes).from_buffer(view)
            self._call("cuMemcpyHtoD_v2", c_uint64(address), pointer, c_size_t(view.nbytes))

    def get(self, address: int, size: int) -> bytearray:
        data = bytearray(size)
        if size:
            target = (ctypes.c_char * size).from_buffer(data)
            self._call("cuMemcpyDtoH_v2", target, c_uint64(address), c_size_t(size))
        return data

    def fill(self, address: int, byte: int, size: int) -> None:
        self._call("cuMemsetD8_v2", c_uint64(address), ctypes.c_ubyte(byte), c_size_t(size))

    def copy(self, to: int, source: int, size: int) -> None:
        """On the device, after what was started before."""
        self._call("cuMemcpyDtoDAsync_v2", c_uint64(to), c_uint64(source), c_size_t(size), None)

    def fence(self, size: int) -> "Fenced":
        """Reserve room for so many bytes with nothing mapped before it and behind it."""
        place = _Location(1, self._device.value)
        properties = _Properties(kind=1, handles=0, location=place)
        step = c_size_t()
        self._call("cuMemGetAllocationGranularity", byref(step), byref(properties), c_int(0))
        whole = -(-max(size, 1) // step.value) * step.value
        base, handle = c_uint64(), c_uint64()
        self._call(
            "cuMemAddressReserve", byref(base), c_size_t(whole + 2 * step.value), c_size_t(0), c_uint64(0), c_uint64(0)
        )
        self._call("cuMemCreate", byref(handle), c_size_t(whole), byref(properties), c_uint64(0))
        start = base.value + step.value
        self._call("cuMemMap", c_uint64(start), c_size_t(whole), c_size_t(0), handle, c_uint64(0))
        access = _Access(place, 3)
        self._call("cuMemSetAccess", c_uint64(start), c_size_t(whole), byref(access), c_size_t(1))
        return Fenced(start, whole)

    def event(self) -> c_void_p:
        made = c_void_p()
        self._call("cuEventCreate", byref(made), c_uint(0))
        return made

    def record(self, event: c_void_p) -> None:
        self._call("cuEventRecord", event, None)

    def elapsed_ms(self, begun: c_void_p, ended: c_void_p) -> float:
        """Between two events that were recorded; waits for the second."""
        self._call("cuEventSynchronize", ended)
        taken = c_float()
        self._call("cuEventElapsedTime", byref(taken), begun, ended)
        return taken.value

    def _attribute(self, what: int) -> int:
        value = c_int()
        self._call("cuDeviceGetAttribute", byref(value), c_int(what), self._device)
        return value.value

    def _call(self, name: str, *arguments: object) -> None:
        code = getattr(self._lib, name)(*arguments)
        if code:
            word, sentence = c_char_p(), c_char_p()
            self._lib.cuGetErrorName(c_int(code), byref(word))
            self._lib.cuGetErrorString(c_int(code), byref(sentence))
            said = [each.value.decode() for each in (word, sentence) if each.value]
            raise CudaError(name, code, ": ".join(said) or "an unknown error")


@dataclass(frozen=True)
class Fenced:
    """Mapped memory between two gaps. start: where it begins; size: bytes, whole pages."""

    start: int
    size: int
