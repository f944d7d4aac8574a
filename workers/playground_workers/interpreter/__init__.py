"""Triton's CPU interpreter, driven: everything here runs inside the sandbox, on the standard library, numpy and triton.

program     what a runner does with one request
source      the source rules: which parts of a file are run, and what they may contain
kernels     a kernel compiled
bindings    its parameters checked
launch      one kernel over a grid: all programs at once where that is safe, else one after another
poison      masked lanes without `other`: whether they matter
problems    exceptions in plain words, at the student's line
protocol    the frames that a runner sends, and `request`, what it is sent

How it is fast: an operation of the language is Triton's own semantic layer the first time it meets operands of certain
types, and from then on a small numpy function made from what that asked the builder for.

entries     the operations with their caches in front, and `access`: loads and stores
planner     plans picked by what an operation is given
recording   one semantic call recorded, with samples that refuse to decide anything by their values
plans       a record turned into a function, by `rules`
handles     what a tensor holds: an array, with one more axis where several programs run at once
tensors     Triton's tensors and types made cheap
batching    Triton's own builder with several programs at once, below the plans
driver      where Triton's interpreter is patched
warming     kernels of our own that make the usual plans before the doors close

How it is checked: pointers are a tensor and offsets, and every access is recorded.

memory      the tensors and the record
addresses   memory by addresses as numbers, and atomics
analysis    what the record says: invalid lanes, writers, races
sharing     which programs got at one element
trace       the record as it is sent, for the picture of the accesses
"""
