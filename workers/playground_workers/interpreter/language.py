"""Triton, imported for its interpreter. It reads the variable at import, so the rest of the package imports it here."""

import os

os.environ["TRITON_INTERPRET"] = "1"

import triton
import triton.language as tl
import triton.runtime.interpreter as stock
from triton.language import core

__all__ = ["core", "stock", "tl", "triton"]
