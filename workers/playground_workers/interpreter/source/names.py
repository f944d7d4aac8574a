"""The names that a kernel may use, by group, and the reason for each public Triton name that it may not.

Written for triton 3.9: a test holds ALLOWED_TL and LEFT_OUT_TL together against what the installed triton.language
offers, and every other list against the object that it speaks of.
"""

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# ---- triton.language ------------------------------------------------------------------------------------------------

_MEMORY = _words(
    """load store atomic_add atomic_and atomic_cas atomic_max atomic_min atomic_or atomic_xchg atomic_xor
    debug_barrier"""
)
_PROGRAM = _words("program_id num_programs range static_range condition")
_MAKE = _words("arange full zeros zeros_like cast cat to_tensor rand rand4x randint randint4x randn randn4x philox")
_SHAPE = _words(
    """broadcast broadcast_to expand_dims flip gather interleave join permute ravel reshape split squeeze swizzle2d
    topk trans unsqueeze view where"""
)
_ARITHMETIC = _words(
    """abs add cdiv ceil clamp cos div_rn erf exp exp2 expect_zero fdiv floor fma log log2 maximum minimum mul rsqrt
    sigmoid sin softmax sqrt sqrt_rn sub umulhi dot dot_scaled"""
)
_REDUCE = _words(
    """argmax argmin associative_scan bitonic_merge cumprod cumsum histogram max min reduce reduce_or sort sum
    xor_sum"""
)
_CHECK = _words(
    """assume device_assert device_print max_constancy max_contiguous multiple_of static_assert static_print"""
)
_RANDOM_BITS = _words("pair_uniform_to_normal philox_impl uint_to_uniform_float")

DTYPES: Final = _words(
    """bfloat16 float16 float32 float64 float8e4b15 float8e4b8 float8e4nv float8e5 float8e5b16
    int1 int8 int16 int32 int64 uint8 uint16 uint32 uint64"""
)
TYPES: Final = _words("const dtype tensor")
"""Good in annotations and in isinstance(); called, they would make values out of nothing."""

CONSTANTS: Final = _words("TRITON_MAX_TENSOR_NUMEL")
MEMBERS: Final = {"PropagateNan": _words("ALL NONE"), "math": None}
"""What is used through a dot alone. None: the members are ALLOWED_MATH."""

ALLOWED_TL: Final = (
    _MEMORY | _PROGRAM | _MAKE | _SHAPE | _ARITHMETIC | _REDUCE | _CHECK | _RANDOM_BITS
    | DTYPES | TYPES | CONSTANTS | frozenset(MEMBERS) | {"constexpr"}
)  # fmt: skip

_DESCRIPTOR = (
    "tensor descriptors need a GPU's memory engine. Compute the pointers with tl.arange and use tl.load and tl.store"
)
_TYPE_OBJECT = "it builds types of the compiler. Use the dtypes, such as tl.float32"
_INNER = "it is a part of Triton's inside. Use what tl itself offers"

LEFT_OUT_TL: Final = {
    "core": _INNER,
    "semantic": _INNER,
    "standard": _INNER,
    "random": "it is a part of Triton's inside. Use tl.rand, tl.randn or tl.randint",
    "target_info": "a kernel here may not depend on the machine that it runs on",
    "extra": "libdevice functions exist on a GPU alone. Use tl.math or the functions of tl",
    "inline_asm_elementwise": "assembly runs on a GPU alone. Write it with the functions of tl",
    "map_elementwise": "the interpreter cannot run it. Use whole blocks and tl.where",
    "atomic_load": "no puzzle needs it. Use tl.load, or tl.atomic_add with 0",
    "atomic_store": "no puzzle needs it. Use tl.store or tl.atomic_xchg",
    "atomic_poll": "it waits for another program, and here one program runs after another",
    "load_tensor_descriptor": _DESCRIPTOR,
    "make_tensor_descriptor": _DESCRIPTOR,
    "store_tensor_descriptor": _DESCRIPTOR,
    "tensor_descriptor": _DESCRIPTOR,
    "tensor_descriptor_type": _DESCRIPTOR,
    "make_block_ptr": "Triton 3.9 has no block pointers. Compute the pointers with tl.arange",
    "pointer_type": "pointers are made from the kernel's arguments alone, so that each access can be checked",
    "pi32_t": "pointers are made from the kernel's arguments alone, so that each access can be checked",
    "block_type": _TYPE_OBJECT,
    "constexpr_type": _TYPE_OBJECT,
    "str_to_ty": _TYPE_OBJECT,
    "tuple_type": _TYPE_OBJECT,
    "void": _TYPE_OBJECT,
    "slice": "write the index with colons, as in x[:, None]",
    "tuple": "write the tuple with parentheses, as in (B0, B1)",
    "aggregate_replace": "a kernel may hold no classes. Use plain variables",
}
"""Public names of triton.language that are refused, each with the reason and what to write instead."""

ALLOWED_MATH: Final = _words("abs ceil cos div_rn erf exp exp2 fdiv floor fma log log2 rsqrt sin sqrt sqrt_rn umulhi")

LEFT_OUT_MATH: Final = _words("List T core wraps")
"""What the module tl.math imports for itself."""

ALLOWED_TRITON: Final = _words("cdiv next_power_of_2")

# ---- attributes of values -------------------------------------------------------------------------------------------

TENSOR_METHODS: Final = _words(
    """T abs argmax argmin associative_scan atomic_add atomic_and atomic_cas atomic_max atomic_min atomic_or atomic_xchg
    atomic_xor broadcast_to cast cdiv ceil cos cumprod cumsum erf exp exp2 expand_dims flip floor gather histogram item
    log log2 logical_and logical_or max min permute ravel reduce reduce_or reshape rsqrt sigmoid sin softmax sort split
    sqrt sqrt_rn store sum to trans view xor_sum"""
)
TENSOR_FIELDS: Final = _words("dtype numel shape type")
DTYPE_FIELDS: Final = _words(
    """is_bf16 is_block is_bool is_floating is_fp16 is_fp32 is_fp64 is_fp8 is_int is_int1 is_int16 is_int32 is_int64
    is_int8 is_int_signed is_int_unsigned is_ptr is_standard_floating is_uint16 is_uint32 is_uint64 is_uint8
    itemsize primitive_bitwidth scalar"""
)
OTHER_FIELDS: Final = _words("element_ty value")
"""Of pointer and block types, and of tl.constexpr values."""

ATTRIBUTES: Final = TENSOR_METHODS | TENSOR_FIELDS | DTYPE_FIELDS | OTHER_FIELDS

LEFT_OUT_ATTRIBUTES: Final = {
    "advance": "Triton 3.9 has no block pointers. Add the step to the pointers",
    "atomic_load": LEFT_OUT_TL["atomic_load"],
    "atomic_store": LEFT_OUT_TL["atomic_store"],
    "atomic_poll": LEFT_OUT_TL["atomic_poll"],
    "append": "Triton has no lists that grow. Use a block, such as tl.zeros",
    "format": "texts are not built in a kernel. Give print the values themselves",
    "handle": "it is a part of Triton's inside",
    "data": "it is a part of Triton's inside",
    "data_ptr": "a kernel's pointers are the arguments themselves",
}
"""Attributes that are refused where a value has them or people look for them, each with what to do instead."""

# ---- Python ---------------------------------------------------------------------------------------------------------

BUILTINS: Final = _words("float int isinstance len list max min print range")
BUILTINS_INTERPRETER_ONLY: Final = {
    "abs": "Use tl.abs.",
    "bool": "Compare, as in x != 0.",
    "enumerate": "Count with range.",
    "reversed": "Count down with range.",
    "sum": "Use tl.sum on a block, or `+`.",
    "tuple": "Write parentheses, as in (B0, B1).",
    "zip": "Use an index.",
}
"""These work in the interpreter; the compiler for a GPU does not know them. Each with what to write instead."""

RESERVED: Final = _words("tl triton interpreter_semantic _InterpreterComparison")
"""Names that a kernel may not set. The last two are what Triton's interpreter puts into a kernel's code."""

MATH_CONSTANTS: Final = _words("e inf nan pi tau")
MATH_FUNCTIONS: Final = _words("exp log log10 log2 sqrt")
"""Of Python's math module, for constants at the top of a file; inside a kernel it takes no blocks."""
