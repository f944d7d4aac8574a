/** What the words mean that a learner of Triton meets, each with the smallest example that shows it. */

/** text: Markdown, one paragraph each. example: Python. see: ids of other entries. */
export interface Entry {
  id: string;
  term: string;
  text: readonly string[];
  example?: string;
  see?: readonly string[];
}

export const GROUPS: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: "Who does what",
    entries: [
      {
        id: "kernel",
        term: "Kernel",
        text: [
          "A function that runs on the device, many times side by side. In Triton it is a Python function under `@triton.jit`: it takes pointers and numbers, loads, computes, stores, and returns nothing.",
        ],
        example:
          "@triton.jit\ndef add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n    i = tl.arange(0, B0)\n    tl.store(z_ptr + i, tl.load(x_ptr + i) + 10.0)",
        see: ["program", "launch"],
      },
      {
        id: "launch",
        term: "Launch",
        text: [
          "Starting a kernel with its arguments on a grid of programs. One launch is what a case of a puzzle judges: certain sizes, certain blocks, certain inputs.",
        ],
        see: ["grid"],
      },
      {
        id: "program",
        term: "Program",
        text: [
          "One run of the kernel within a launch. All programs run the same code with the same arguments. They differ in their program id alone, and they do not wait for each other: nothing says which comes first.",
        ],
        see: ["program-id", "race"],
      },
      {
        id: "program-id",
        term: "Program id",
        text: [
          "The number of a program along an axis of the grid, counted from 0. Multiplied with the block size it says where this program’s share of the data begins.",
        ],
        example: "start = tl.program_id(0) * B0\noffset = start + tl.arange(0, B0)",
        see: ["grid", "block"],
      },
      {
        id: "grid",
        term: "Grid",
        text: [
          "All programs of a launch, counted along one, two or three axes. A grid of 7 has the programs 0 to 6; a grid of 4 by 3 has twelve, each with an id on axis 0 and one on axis 1. It must be large enough that every element of the output belongs to some program.",
        ],
        example: "# as many blocks as it takes to cover N0 elements\ngrid = (triton.cdiv(N0, B0),)",
        see: ["cdiv", "program-id"],
      },
      {
        id: "lane",
        term: "Lane",
        text: [
          "One place in a block. Whatever is done to a block is done in all of its lanes at once, and each lane has its own value. Lane 5 of `x + 1` is lane 5 of `x`, plus 1.",
        ],
        see: ["block", "mask"],
      },
    ],
  },
  {
    title: "Blocks and their shapes",
    entries: [
      {
        id: "block",
        term: "Block",
        text: [
          "A small array that a program holds in registers: numbers, pointers, or true and false. It has up to three dimensions or so, and each length is a power of two that is known when the kernel is compiled.",
        ],
        example: "x = tl.load(x_ptr + tl.arange(0, 32))   # a block of 32 numbers",
        see: ["lane", "constexpr"],
      },
      {
        id: "arange",
        term: "Range",
        text: [
          "`tl.arange(0, B0)` is the block 0, 1, ..., `B0 - 1`. Nearly every block of offsets is made of one. Its length must be a power of two.",
        ],
        see: ["pointer-arithmetic"],
      },
      {
        id: "broadcasting",
        term: "Broadcasting",
        text: [
          "How blocks of different shapes go into one expression: a length of 1 is repeated until it fits. A column of 4 and a row of 8 make a block of 4 by 8, in which every value of the one meets every value of the other.",
          "`[:, None]` turns a range into a column, `[None, :]` into a row.",
        ],
        example:
          "j = tl.arange(0, 4)[:, None]    # 4 rows, 1 column\ni = tl.arange(0, 8)[None, :]    # 1 row, 8 columns\noffset = j * N0 + i             # 4 rows, 8 columns",
        see: ["tile", "stride"],
      },
      {
        id: "tile",
        term: "Tile",
        text: [
          "A block with two dimensions, laid over a part of a matrix: some rows and some columns of it. A grid with two axes covers the matrix with tiles, and those at the edges may hang over.",
        ],
        see: ["tail", "dot"],
      },
      {
        id: "reduction",
        term: "Reduction",
        text: [
          "Making fewer numbers out of many: a sum, a maximum, along an axis. `tl.sum(x, axis=1)` adds along the rows and leaves one number a row. Masked lanes take part, so they must hold what changes nothing: 0 for a sum, minus infinity for a maximum.",
        ],
        example: "row_sum = tl.sum(x, axis=1)     # (B0, B1) becomes (B0,)",
        see: ["accumulator", "other"],
      },
      {
        id: "accumulator",
        term: "Accumulator",
        text: [
          "A block that keeps what a loop has so far, and is stored once after it. Make it before the loop, with the type it is to have: float32 for sums.",
        ],
        example:
          "total = tl.zeros([B0], dtype=tl.float32)\nfor start in range(0, T, B1):\n    total += ...\ntl.store(z_ptr + row, total, mask=exists)",
        see: ["reduction"],
      },
      {
        id: "dot",
        term: "Dot",
        text: [
          '`tl.dot(x, y)` multiplies two blocks as matrices: (16, 32) by (32, 16) gives (16, 16). Each length must be at least 16. On a GPU it uses the tensor cores, which by default round float32 inputs to TF32; `input_precision="ieee"` does not.',
        ],
        see: ["tile", "tf32"],
      },
      {
        id: "where",
        term: "Where",
        text: [
          "`tl.where(condition, a, b)` takes each lane from `a` or from `b`. It stands in for `if`, which cannot go two ways for one block. Both sides are computed in all lanes.",
        ],
        example: "z = tl.where(x > 0, x, 0.0)",
        see: ["lane"],
      },
    ],
  },
  {
    title: "Memory",
    entries: [
      {
        id: "pointer-arithmetic",
        term: "Pointer arithmetic",
        text: [
          "A kernel gets a pointer to the first element of each tensor. Adding a number moves by that many elements, not bytes; adding a block of offsets gives a block of pointers. A pointer knows neither shape nor length: where an element lies is for you to work out.",
        ],
        example:
          "tl.load(x_ptr + 3)                    # x[3]\ntl.load(x_ptr + tl.arange(0, 8))      # x[0] to x[7]",
        see: ["stride", "out-of-bounds"],
      },
      {
        id: "stride",
        term: "Stride",
        text: [
          "How far apart in memory two neighbours along an axis are. In a table with rows of `N0` elements, the next column is 1 element away and the next row `N0`. So element (j, i) is at `j * N0 + i`.",
        ],
        see: ["pointer-arithmetic"],
      },
      {
        id: "mask",
        term: "Mask",
        text: [
          "A block of true and false that goes along with a load or a store. Where it is false, memory is not touched. Join two conditions with `&`, each in brackets: `and` does not work on blocks.",
        ],
        example:
          "exists = offset < N0\nx = tl.load(x_ptr + offset, mask=exists, other=0.0)\ntl.store(z_ptr + offset, x, mask=exists)",
        see: ["other", "tail"],
      },
      {
        id: "other",
        term: "Other",
        text: [
          "What the masked lanes of a load get. Without it their value is not defined: the interpreter shows 0, a GPU may give anything. Choose what changes nothing in what follows, 0 for a sum.",
        ],
        see: ["mask", "reduction"],
      },
      {
        id: "tail",
        term: "Tail",
        text: [
          "What is left over where a block does not divide the length. 200 elements in blocks of 32 make six whole blocks and a tail of 8; in the last program, 24 lanes have no element and must be masked off.",
        ],
        see: ["mask", "cdiv"],
      },
      {
        id: "out-of-bounds",
        term: "Out of bounds",
        text: [
          "An access outside the tensor that the pointer came from. On a GPU it reads or harms somebody else’s memory, often without a word. Here it is caught, named and drawn outside the wall of the tensor. An access inside the tensor can be wrong too: past the end of a row lies the next row.",
        ],
        see: ["mask", "pointer-arithmetic"],
      },
      {
        id: "registers",
        term: "Registers and shared memory",
        text: [
          "The memory next to the arithmetic. Blocks live in registers; what the threads of a program have to exchange, as in a `tl.dot`, goes through shared memory. Triton places both for you. There is little of either, so very large blocks spill back into slow memory.",
        ],
        see: ["l2", "num-warps"],
      },
      {
        id: "l2",
        term: "L2 cache",
        text: [
          "A memory of some ten megabytes between the device’s main memory and its processors. An element that another program loaded a moment ago is often still there. So programs that run at the same time should work on neighbouring data.",
        ],
        see: ["memory-score"],
      },
      {
        id: "memory-score",
        term: "Memory score",
        text: [
          "How many elements your kernel loaded and stored, against the fewest that do with the same blocks. Arithmetic is cheap on a GPU and moving data is not, so this number often decides how fast a kernel is. Masked lanes move nothing.",
        ],
        see: ["fused"],
      },
    ],
  },
  {
    title: "Programs side by side",
    entries: [
      {
        id: "race",
        term: "Race",
        text: [
          "Two programs touch the same element, at least one of them writes, and nothing says who is first. The result depends on luck. Here the later cases run their programs in a shuffled order, so that luck does not hide it.",
        ],
        see: ["atomic", "program"],
      },
      {
        id: "atomic",
        term: "Atomic",
        text: [
          "A load, a change and a store that no other program can come between: `tl.atomic_add`, `tl.atomic_max` and their like. With them several programs may add into one element. In floating point the order still changes the last digits.",
        ],
        example: "tl.atomic_add(z_ptr + row, part, mask=exists)",
        see: ["race"],
      },
      {
        id: "num-warps",
        term: "num_warps",
        text: [
          "How many groups of 32 threads a GPU gives to each program. It changes no result, only the speed: more warps for large blocks, fewer for small ones. The interpreter has no warps.",
        ],
        see: ["registers"],
      },
      {
        id: "fused",
        term: "Fused",
        text: [
          "Several steps in one kernel, so that what is between them never goes to memory. A product and its relu in two kernels store and load the whole table once more than in one.",
        ],
        see: ["memory-score"],
      },
    ],
  },
  {
    title: "Compiling and running",
    entries: [
      {
        id: "constexpr",
        term: "constexpr",
        text: [
          "A value that is known when the kernel is compiled. The shape of a block must be one, which is why block sizes are annotated. Numbers outside of the kernel are seen inside only as `tl.constexpr`.",
        ],
        example:
          "LOG2_E = tl.constexpr(1.44269504)\n\n@triton.jit\ndef kernel(x_ptr, N0, B0: tl.constexpr):\n    i = tl.arange(0, B0)",
        see: ["block", "compile"],
      },
      {
        id: "cdiv",
        term: "cdiv",
        text: [
          "Division rounded up: `triton.cdiv(200, 32)` is 7. That is how many blocks of 32 it takes to cover 200 elements, the last one not full.",
        ],
        see: ["grid", "tail"],
      },
      {
        id: "interpreter",
        term: "Interpreter",
        text: [
          "Triton’s own way to run a kernel without a GPU: every step is done on arrays by the processor. It is exact and can show each access, but it says nothing about speed, and some things that work in it do not on a GPU. Those come as warnings.",
        ],
        see: ["compile"],
      },
      {
        id: "compile",
        term: "Compile",
        text: [
          "Turning a kernel into a GPU’s instructions. Triton does it at the first launch, once for each set of types and constexpr values. It sees the text of your kernel only, not what Python has around it.",
        ],
        see: ["constexpr"],
      },
      {
        id: "tf32",
        term: "TF32",
        text: [
          "A format of 19 bits that tensor cores multiply fast: the range of float32, with 10 bits after the point in place of 23. A `tl.dot` of float32 blocks may use it unless you say otherwise.",
        ],
        see: ["dot"],
      },
    ],
  },
];
