/** A small puzzle and verdicts about it, as the API sends them. */
import type { CaseVerdict, Puzzle, Verdict } from "../api/types";

const tensor = { dtype: "float32", init: "poison", meaning: "first element" } as const;
const fill = { kind: "normal", mean: 0, std: 1, low: 0, high: 1, step: 1, zeros: 0 } as const;

export const PUZZLE: Puzzle = {
  slug: "constant-add-block",
  number: 2,
  kind: "puzzle",
  track: "The twelve",
  title: "Constant add block",
  summary: "program id, mask, a tail",
  kernel: "add_mask2_kernel",
  tensors: [
    { ...tensor, fill, name: "x", parameter: "x_ptr", shape: ["N0"], role: "input" },
    { ...tensor, fill, name: "z", parameter: "z_ptr", shape: ["N0"], role: "output" },
  ],
  sizes: [{ name: "N0", meaning: "length of x and z", optional: false }],
  blocks: [{ name: "B0", meaning: "block size", optional: false }],
  grid: ["cdiv(N0, B0)"],
  cases: [
    { name: "as-stated", title: "As stated", sizes: { N0: 200 }, blocks: { B0: 32 }, fills: {} },
    { name: "one-block", title: "One block", sizes: { N0: 32 }, blocks: { B0: 32 }, fills: {} },
  ],
  statement: "Add 10.",
  starter: "def add_mask2_kernel(): ...\n",
  hints: ["Think.", "Mask.", "Code."],
  expected_output: null,
  questions: [],
  further: null,
  cpu_limit_s: 5,
};

export function caseVerdict(parts: Partial<CaseVerdict>): CaseVerdict {
  return {
    name: "as-stated",
    title: "As stated",
    sizes: { N0: 200 },
    blocks: { B0: 32 },
    grid: [7],
    seed: 1,
    outcome: "passed",
    reason: null,
    mismatch: null,
    invalid_accesses: [],
    traced: false,
    ...parts,
  };
}

export function verdict(parts: Partial<Verdict>): Verdict {
  return {
    outcome: "passed",
    puzzle: PUZZLE.slug,
    device: "interpreter",
    triton_version: "3.9.0",
    seed: 1,
    timings_ms: { queued: 1, judged: 38, run: 10 },
    cases: [],
    output: [],
    output_truncated: false,
    output_characters: 0,
    error: null,
    warnings: [],
    notes: [],
    ...parts,
  };
}

export const INVALID = verdict({
  outcome: "invalid_access",
  cases: [
    caseVerdict({
      outcome: "invalid_access",
      invalid_accesses: [
        { op: "store", tensor: "z", program: [6], line: 12, lanes: 24, first_index: [200] },
        { op: "load", tensor: "x", program: [6], line: 10, lanes: 24, first_index: [200] },
      ],
    }),
    caseVerdict({ name: "one-block", title: "One block", grid: [1] }),
  ],
});

export const WRONG = verdict({
  outcome: "wrong_answer",
  cases: [
    caseVerdict({ name: "as-stated" }),
    caseVerdict({
      name: "one-block",
      title: "One block",
      outcome: "wrong_answer",
      grid: [1],
      mismatch: {
        tensor: "z",
        count: 30,
        total: 32,
        max_abs_error: 3,
        max_rel_error: 0.5,
        never_written: 2,
        first: [
          { index: [1], expected: 10.5, actual: 7.5, program: [0], line: 11 },
          { index: [2], expected: 1, actual: 0, program: null, line: null },
        ],
      },
    }),
  ],
});
