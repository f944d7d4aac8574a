"""Random kernels without races, each from a seed: the same seed gives the same kernel, sizes and inputs.

They use what puzzles use and more: every integer and float type, masks, arithmetic, casts, comparisons, reductions,
scans, loops, where, broadcasting, reshape, dot, scalars and atomics. Each program stores to elements of its own.
Some ask for what Triton refuses; then both interpreters must say the same.
"""

import random

import numpy as np

from tests.interpreter.cases import Case

SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "float32", "float64"]
TYPES = SIGNED + UNSIGNED + FLOATS
BLOCKS = [4, 8, 16, 32]


def generate(seed):
    """The case of a seed."""
    return _Generator(seed).case()


class _Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.numpy = np.random.default_rng(seed)
        self.lines = []
        self.names = 0
        self.vectors = []  # (name, dtype): blocks of B lanes
        self.scalars = []

    def case(self):
        choose = self.random.choice
        block, programs = choose(BLOCKS), self.random.randint(1, 5)
        columns = self.random.randint(1, 2)
        size = max(1, block * programs - self.random.randrange(block))
        inputs = [choose(TYPES) for _ in range(3)]
        outputs = [choose(TYPES) for _ in range(2)]
        self.block, self.inputs = block, inputs
        emit = self.emit
        emit("column = tl.program_id(1)")
        emit("offs = tl.program_id(0) * B + tl.arange(0, B)")
        emit("mask = offs < N" if self.random.random() < 0.8 else "mask = (offs < N) & (tl.program_id(0) < N)")
        for index, dtype in enumerate(inputs):
            self.load(f"x{index}_ptr", dtype)
        for _ in range(self.random.randint(3, 12)):
            choose(self.steps())()
        for index in range(len(outputs)):
            value = self.vector()[0]
            emit(f"tl.store(z{index}_ptr + column * N + offs, {value}, mask=mask)")
        if self.random.random() < 0.2:
            self.atomics()
        tensors = [(f"x{i}", self.data(dtype, size)) for i, dtype in enumerate(inputs)]
        tensors += [(f"z{i}", np.zeros(size * columns, dtype)) for i, dtype in enumerate(outputs)]
        tensors += [("a", np.zeros(16, np.int32)), ("f", np.zeros(8, np.float32))]
        names = ", ".join(f"{name}_ptr" for name, _ in tensors)
        body = "".join(f"    {line}\n" for line in self.lines)
        source = (
            "import triton\nimport triton.language as tl\n\n\n@triton.jit\ndef helper(v, w):\n"
            "    return tl.where(v > w, v, w)\n\n\n"
            f"@triton.jit\ndef kernel({names}, N, T, B: tl.constexpr):\n{body}"
        )
        numbers = {"N": size, "T": self.random.randint(1, 9), "B": block}
        order = self.random.randrange(1000) if self.random.random() < 0.3 else None
        return Case(source, "kernel", [programs, columns], numbers, tensors, order)

    def data(self, dtype, size):
        kind = np.dtype(dtype).kind
        if kind == "f":
            values = self.numpy.normal(0, self.random.choice([1, 10]), size).astype(dtype)
            values[self.numpy.random(size) < 0.1] = 0
            return values
        limits = np.iinfo(dtype)
        if self.random.random() < 0.3:
            return self.numpy.integers(limits.min, limits.max, size, dtype, endpoint=True)
        return self.numpy.integers(0 if kind == "u" else -50, 50, size).astype(dtype)

    def emit(self, line):
        self.lines.append(line)

    def new(self, expression, dtype, pool=None):
        self.names += 1
        name = f"v{self.names}"
        self.emit(f"{name} = {expression}")
        (self.vectors if pool is None else pool).append((name, dtype))
        return name

    def vector(self, kinds="iuf"):
        fitting = [v for v in self.vectors if np.dtype(v[1]).kind in kinds]
        return self.random.choice(fitting) if fitting else self.floating() if kinds == "f" else self.integer()

    def floating(self):
        name, _ = self.vector("iuf")
        dtype = self.random.choice(FLOATS)
        return self.new(f"{name}.to({tl_name(dtype)})", dtype), dtype

    def integer(self):
        dtype = self.random.choice(SIGNED + UNSIGNED)
        name, source = self.random.choice(self.vectors)
        if np.dtype(source).kind == "f":
            # only numbers that every integer type holds: others come out as the machine likes
            name = f"tl.where(({name} > 0) & ({name} < 100), {name}, 1)"
        return self.new(f"({name}).to({tl_name(dtype)})", dtype), dtype

    def load(self, pointer, dtype):
        choose = self.random.choice
        other = choose([", other=0", ", other=1", ", other=2.5" if np.dtype(dtype).kind == "f" else ", other=3", ""])
        kind = self.random.random()
        if kind < 0.7:
            self.new(f"tl.load({pointer} + offs, mask=mask{other})", dtype)
        elif kind < 0.8:
            self.new(f"tl.load({pointer} + offs % N)", dtype)
        elif kind < 0.9:
            self.new(f"tl.load({pointer} + N - 1 - offs, mask=mask, other={choose(['column', 'offs', '7'])})", dtype)
        else:
            name = self.new(f"tl.load({pointer} + tl.program_id(0))", dtype, self.scalars)
            self.new(f"{name} + tl.zeros([B], {tl_name(dtype)})", dtype)

    def steps(self):
        return [
            self.arithmetic,
            self.arithmetic,
            self.with_number,
            self.with_number,
            self.integers,
            self.unary,
            self.compare,
            self.where,
            self.cast,
            self.reduce,
            self.scan,
            self.outer,
            self.reshape,
            self.dot,
            self.loop,
            self.maximum,
            self.helper,
            self.scalar,
            self.gather,
            self.general,
        ]

    def arithmetic(self):
        (one, first), (two, second) = self.vector(), self.vector()
        operator = self.random.choice(["+", "-", "*", "/", "//", "%"])
        if operator in ("//", "%") and np.dtype(first).kind != np.dtype(second).kind and self.random.random() < 0.9:
            operator = "+"
        if operator == "//" and "f" in np.dtype(first).kind + np.dtype(second).kind and self.random.random() < 0.9:
            operator = "*"
        self.new(f"{one} {operator} {two}", joint(first, second, operator))

    def with_number(self):
        name, dtype = self.vector()
        number = self.random.choice(["1", "2", "7", "100", "0.5", "3.0", "-1", "-2.5", "T", "N", "column"])
        operator = self.random.choice(["+", "-", "*", "/"])
        text = f"{name} {operator} {number}" if self.random.random() < 0.6 else f"{number} {operator} {name}"
        self.new(text, joint(dtype, "float32" if "." in number else "int32", operator))

    def integers(self):
        (one, first), (two, second) = self.vector("iu"), self.vector("iu")
        operator = self.random.choice(["&", "|", "^", "<<", ">>", "//", "%"])
        if operator in ("<<", ">>"):
            two = f"({two} & 7)"
        if operator in ("//", "%") and np.dtype(first).kind != np.dtype(second).kind:
            operator = "&"
        if self.random.random() < 0.4:
            two = self.random.choice(["1", "3", "4"])
            second = first
        self.new(f"{one} {operator} {two}", joint(first, second, operator))

    def unary(self):
        name, dtype = self.vector("f") if self.random.random() < 0.7 else self.vector()
        if np.dtype(dtype).kind == "f":
            function = self.random.choice(["tl.exp2(-tl.abs({}))", "tl.sqrt(tl.abs({}))", "tl.sin({})", "tl.floor({})"])
            function = self.random.choice([function, "tl.log(tl.abs({}) + 1)", "tl.cos({})", "tl.sigmoid({})", "-{}"])
        else:
            function = self.random.choice(["tl.abs({})", "-{}", "~{}"])
        self.new(function.format(name), dtype)

    def compare(self):
        (one, _), (two, _) = self.vector(), self.vector()
        operator = self.random.choice(["<", "<=", ">", ">=", "==", "!="])
        self.new(f"({one} {operator} {two}).to(tl.int32)", "int32")

    def where(self):
        (one, first), (two, second) = self.vector(), self.vector()
        if self.random.random() < 0.3:
            two, second = self.random.choice([("0", "int32"), ("1.5", "float32")])
        condition = self.random.choice(["mask", f"{one} > 0", "(offs % 2 == 0) & mask", "offs == tl.program_id(0)"])
        self.new(f"tl.where({condition}, {one}, {two})", joint(first, second, "+"))

    def cast(self):
        self.random.choice([self.integer, self.floating])()

    def reduce(self):
        name, dtype = self.vector()
        function = self.random.choice(["tl.sum", "tl.max", "tl.min", "tl.sum", "tl.xor_sum", "tl.argmax"])
        if function in ("tl.xor_sum", "tl.argmax") and np.dtype(dtype).kind == "f":
            function = "tl.max"
        self.new(f"{name} * 0 + {function}({name}, axis=0)", dtype)

    def scan(self):
        name, dtype = self.vector()
        self.new(f"{self.random.choice(['tl.cumsum', 'tl.cumsum'])}({name}, axis=0)", dtype)

    def outer(self):
        (one, first), (two, second) = self.vector(), self.vector()
        operator = self.random.choice(["+", "*", "-"])
        function, axis = self.random.choice(["tl.sum", "tl.max", "tl.min"]), self.random.randrange(2)
        keep = self.random.random() < 0.2
        left, right = f"{one}[:, None]", f"{two}[None, :]"
        if keep:
            text = f"tl.reshape({function}({left} {operator} {right}, axis={axis}, keep_dims=True), (B,))"
        else:
            text = f"{function}({left} {operator} {right}, axis={axis})"
        self.new(text, joint(first, second, operator))

    def reshape(self):
        name, dtype = self.vector()
        text = self.random.choice(
            [
                f"tl.reshape(tl.trans(tl.reshape({name}, (2, B // 2))), (B,))",
                f"tl.reshape(tl.reshape({name}, (B // 4, 4)) + tl.arange(0, 4)[None, :], (B,))",
                f"tl.sum(tl.broadcast_to({name}[None, :], (4, B)), axis=0)",
                f"tl.sum(tl.broadcast_to(tl.expand_dims({name}, 1), (B, 2)), axis=1)",
                f"tl.flip({name}, 0)",
            ]
        )
        self.new(text, dtype)

    def dot(self):
        (one, _), (two, _) = self.floating(), self.floating()
        self.emit(f"{one}_m = ({one}[:, None] + {two}[None, :]).to(tl.float32)")
        precision = self.random.choice(["", ', input_precision="ieee"'])
        self.new(f"tl.sum(tl.dot({one}_m, tl.trans({one}_m){precision}), axis=1)", "float32")

    def loop(self):
        (one, first), (two, _second) = self.vector(), self.vector()
        dtype = self.random.choice(["float32", "int32"])
        name = self.new(f"tl.zeros([B], {tl_name(dtype)})", dtype)
        self.emit(f"for step in {self.random.choice(['range(0, T)', 'range(0, N, B)', 'tl.range(3)', 'range(T)'])}:")
        if np.dtype(first).kind == "f" and dtype == "int32":
            one = f"({one} > 0)"
        self.emit(f"    {name} += ({one} * step).to({tl_name(dtype)})")
        if self.random.random() < 0.5:
            self.emit(f"    {name} = tl.where({two} > step, {name} + 1, {name})")

    def maximum(self):
        (one, first), (two, second) = self.vector(), self.vector()
        function = self.random.choice(["tl.maximum", "tl.minimum"])
        if self.random.random() < 0.3:
            two, second = self.random.choice([("0", first), ("1", first)])
        self.new(f"{function}({one}, {two})", joint(first, second, "+"))

    def helper(self):
        (one, first), (two, second) = self.vector(), self.vector()
        self.new(f"helper({one}, {two})", joint(first, second, "+"))

    def scalar(self):
        name, dtype = self.vector()
        scalar = self.new(f"tl.sum({name}, axis=0)", dtype, self.scalars)
        other = self.random.choice(self.scalars)[0]
        operator = self.random.choice(["+", "*", "-"])
        self.new(f"{name} + ({scalar} {operator} {other})", dtype)

    def gather(self):
        index = self.random.randrange(len(self.inputs))
        name, _ = self.vector("iu")
        at = f"({name}.to(tl.int32) & 1023) % N"
        mask = self.random.choice(["", ", mask=mask", ", mask=mask, other=1", ", mask=column == 0, other=0"])
        self.new(f"tl.load(x{index}_ptr + {at}{mask})", self.inputs[index])

    def general(self):
        (one, first), (two, second) = self.vector("f"), self.vector("f")
        text = self.random.choice(
            [f"tl.fma({one}, {one}, {one})", f"tl.clamp({one}, -1.0, 1.0)", f"tl.fdiv({one}, {one})", f"{one} % {two}"]
        )
        self.new(text, joint(first, second, "+"))

    def atomics(self):
        name, _dtype = self.vector("iu")
        place = f"({name}.to(tl.int32) & 15)"
        function = self.random.choice(["add", "max", "min", "and", "or", "xor", "xchg"])
        old = self.new(f"tl.atomic_{function}(a_ptr + {place}, offs, mask=mask)", "int32")
        if self.random.random() < 0.5:
            self.emit(f"tl.store(z0_ptr + column * N + offs, {old}, mask=mask)")
        if self.random.random() < 0.5:
            value, _ = self.vector("f")
            function = self.random.choice(["add", "max", "min"])
            self.emit(f"tl.atomic_{function}(f_ptr + (offs & 7), {value}.to(tl.float32), mask=mask)")
        if self.random.random() < 0.3:
            self.emit("tl.atomic_cas(a_ptr + tl.program_id(0), 0, 7)")


def joint(one, two, operator):
    """Roughly the type that Triton computes with; it only steers what is generated."""
    kinds = {np.dtype(one).kind, np.dtype(two).kind}
    if operator == "/" and "f" not in kinds:
        return "float32"
    if "f" in kinds:
        floats = [d for d in (one, two) if np.dtype(d).kind == "f"]
        return max(floats, key=lambda d: np.dtype(d).itemsize)
    return max(one, two, key=lambda d: (np.dtype(d).itemsize, np.dtype(d).kind == "u"))


def tl_name(dtype):
    return f"tl.{dtype}"
