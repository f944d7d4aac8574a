"""A student's kernel compiled with no GPU: does it, for which target, and into what.

In the sandbox, under the policy `compile`; Triton's interpreter is off there:
program     what a runner does with one request
kernels     the kernel as Triton's compiler takes it, and what its parameters become
pipeline    Triton's own stages, one after another, without its cache
tools       ptxas and nvdisasm
listing     a stage's text made readable, and which line of it came from which line of the source
mlir, assembly   the same for the two families of texts
accesses    loads and stores in the final form, with their width
problems    what Triton, LLVM and ptxas say, in plain words at the student's line

On both sides:
targets     what is compiled for, and what its hardware has
protocol    the frames that a runner sends

In the worker, which trusts nothing that comes back:
policy      what the sandbox lets it do
compiler    one kernel compiled, and told as a model
lessons     what the numbers mean, a sentence each
cache, job  results kept in Redis, and the rq job
"""
