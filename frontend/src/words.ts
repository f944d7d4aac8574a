/** The verdict words and the sentences that go with them: what is true, where, and what to do. */
import type { CaseVerdict, InvalidAccess, Outcome, Puzzle, Verdict } from "./api/types";
import { evaluate } from "./expression";
import { capital, plural, showElement, showMilliseconds, showNumber, showProgram } from "./numbers";

export type Tone = "pass" | "fault" | "ours";

/** word: as the API has it, with a space for the underscore. */
export const OUTCOMES: Record<Outcome, { word: string; tone: Tone; meaning: string }> = {
  passed: { word: "Passed", tone: "pass", meaning: "Every case agrees." },
  wrong_answer: {
    word: "Wrong answer",
    tone: "fault",
    meaning: "Some element differs from the expected one.",
  },
  invalid_access: { word: "Invalid access", tone: "fault", meaning: "A lane left its tensor." },
  compile_error: {
    word: "Compile error",
    tone: "fault",
    meaning: "Python or Triton could not read the kernel.",
  },
  rejected: { word: "Rejected", tone: "fault", meaning: "The source uses what a puzzle may not use." },
  runtime_error: { word: "Runtime error", tone: "fault", meaning: "The kernel was stopped by an error." },
  time_limit: { word: "Time limit", tone: "fault", meaning: "The kernel ran longer than it may." },
  memory_limit: {
    word: "Memory limit",
    tone: "fault",
    meaning: "The kernel asked for more memory than it may have.",
  },
  output_limit: { word: "Output limit", tone: "fault", meaning: "The kernel printed more than is kept." },
  crashed: { word: "Crashed", tone: "fault", meaning: "The process that ran the kernel died." },
  cancelled: { word: "Cancelled", tone: "ours", meaning: "You stopped this run. Nothing was counted." },
  internal_error: {
    word: "Internal error",
    tone: "ours",
    meaning: "This is our side, not your kernel. Nothing was counted.",
  },
  ran: { word: "Ran", tone: "pass", meaning: "The kernel ran to its end." },
};

/** lead is set in bold, rest follows on its line, detail stands below; line: where to look. */
export interface Diagnosis {
  lead: string;
  rest: string;
  detail: string;
  line: number | null;
  column: number | null;
}

export function diagnose(puzzle: Puzzle, verdict: Verdict): Diagnosis {
  const failing = failingCase(verdict);
  if (verdict.outcome === "cancelled") return plain("", OUTCOMES.cancelled.meaning);
  if (verdict.error) {
    const { message, hint, line, column } = verdict.error;
    return { ...sentences(message), detail: hint ?? "", line: line ?? null, column: column ?? null };
  }
  const access = failing?.invalid_accesses[0];
  if (verdict.outcome === "invalid_access" && failing && access)
    return explained(strayed(puzzle, failing, access), verdict);
  if (verdict.outcome === "wrong_answer" && failing) return explained(differed(puzzle, failing), verdict);
  if (verdict.outcome === "passed") return plain("", passed(puzzle, verdict));
  return plain("", OUTCOMES[verdict.outcome].meaning, failing?.reason ?? "");
}

/** A warning is the likely cause of what went wrong, so it stands with it. */
function explained(found: Diagnosis, verdict: Verdict): Diagnosis {
  const warning = verdict.warnings.find((one) => one.line !== null);
  if (!warning) return found;
  return { ...found, detail: `Line ${warning.line}: ${warning.message}` };
}

/** The case that the verdict speaks of: the first with its outcome, else the first that is not passed. */
export function failingCase(verdict: Verdict): CaseVerdict | null {
  const same = verdict.cases.find((one) => one.outcome === verdict.outcome && one.outcome !== "passed");
  return same ?? verdict.cases.find((one) => one.outcome !== "passed") ?? null;
}

/** "2 of 5 cases passed, 38 ms". */
export function summary(puzzle: Puzzle, verdict: Verdict): string {
  const total = Math.max(puzzle.cases.length, verdict.cases.length);
  const good = verdict.cases.filter((one) => one.outcome === "passed").length;
  const time = showMilliseconds(verdict.timings_ms.judged);
  if (total <= 1 || verdict.cases.length === 0) return time;
  return verdict.outcome === "passed"
    ? `${good} of ${total} cases, ${time}`
    : `${good} of ${total} cases passed, ${time}`;
}

/** "2nd in line". */
export function place(position: number): string {
  const ten = position % 100;
  const suffix = ten >= 11 && ten <= 13 ? "th" : (["th", "st", "nd", "rd"][position % 10] ?? "th");
  return `${position}${suffix} in line`;
}

export const ACCESS_WORDS: Record<InvalidAccess["op"], { verb: string; noun: string }> = {
  load: { verb: "loads", noun: "load" },
  store: { verb: "stores", noun: "store" },
  atomic: { verb: "updates", noun: "atomic" },
};

function strayed(puzzle: Puzzle, one: CaseVerdict, access: InvalidAccess): Diagnosis {
  const where = side(puzzle, one, access);
  const who = capital(showProgram(access.program, one.grid));
  const element = showElement(access.tensor, access.first_index);
  const range = access.lanes > 1 ? `the first at ${element}` : `at ${element}`;
  const others = one.invalid_accesses.slice(1);
  return {
    lead: `${who} ${ACCESS_WORDS[access.op].verb} ${plural(access.lanes, "element")} ${where} ${access.tensor}`,
    rest: `, ${range}.`,
    detail: `${inCase(puzzle, one)}${others.length > 0 ? ` ${plural(others.length, "more access", "more accesses")} like it${linesOf(others)}.` : ""}`,
    line: access.line,
    column: null,
  };
}

/** ", on line 11", ", on lines 9, 11 and 12"; empty where no line is known. */
function linesOf(accesses: readonly InvalidAccess[]): string {
  const lines = [...new Set(accesses.flatMap(({ line }) => line ?? []))].sort((a, b) => a - b);
  if (lines.length <= 1) return lines.map((line) => `, on line ${line}`).join("");
  return `, on lines ${lines.slice(0, -1).join(", ")} and ${lines.at(-1)}`;
}

/** Past the end or before the start are said where the tensor has one axis and its length is known. */
function side(puzzle: Puzzle, one: CaseVerdict, access: InvalidAccess): string {
  const shape = puzzle.tensors.find((tensor) => tensor.name === access.tensor)?.shape;
  const [index] = access.first_index;
  if (shape?.length !== 1 || access.first_index.length !== 1 || index === undefined) return "outside";
  if (index < 0) return "before the start of";
  const length = evaluate(shape[0] ?? "", { ...one.sizes, ...one.blocks });
  return length !== null && index >= length ? "past the end of" : "outside";
}

function differed(puzzle: Puzzle, one: CaseVerdict): Diagnosis {
  const mismatch = one.mismatch;
  if (!mismatch) return plain(one.reason ?? OUTCOMES.wrong_answer.meaning, "", inCase(puzzle, one));
  const first = mismatch.first[0];
  const counted = `${plural(mismatch.count, "element")} of ${mismatch.total.toLocaleString("en")} in ${mismatch.tensor}`;
  const lead = one.reason ?? `${counted} ${mismatch.count === 1 ? "differs" : "differ"}.`;
  const unwritten =
    mismatch.never_written > 0 && mismatch.never_written < mismatch.count
      ? ` ${plural(mismatch.never_written, "element")} never written.`
      : "";
  const example = first?.program
    ? ` ${showElement(mismatch.tensor, first.index)} is ${showNumber(first.actual)}, expected ${showNumber(first.expected)}, stored by ${showProgram(first.program, one.grid)}.`
    : "";
  return {
    lead,
    rest: unwritten,
    detail: [one.advice, inCase(puzzle, one) + example].filter(Boolean).join(" "),
    line: first?.line ?? null,
    column: null,
  };
}

function passed(puzzle: Puzzle, verdict: Verdict): string {
  const outputs = puzzle.tensors.filter((tensor) => tensor.role === "output").map((tensor) => tensor.name);
  if (puzzle.kind === "demo")
    return outputs.length ? "It stores what is expected." : "It prints what is expected.";
  const cases = verdict.cases.length > 1 ? ` in all ${verdict.cases.length} cases` : "";
  return `Every element of ${outputs.join(" and ")} is right${cases}, and nothing outside the tensors was touched.`;
}

function inCase(puzzle: Puzzle, one: CaseVerdict): string {
  return puzzle.cases.length > 1 ? `In the case “${one.title}”.` : "";
}

/** The first sentence is the lead. */
function sentences(message: string): { lead: string; rest: string } {
  const end = /[.!?](?=\s)/.exec(message);
  if (!end) return { lead: message, rest: "" };
  return { lead: message.slice(0, end.index + 1), rest: message.slice(end.index + 1) };
}

function plain(lead: string, rest: string, detail = ""): Diagnosis {
  return { lead, rest, detail, line: null, column: null };
}
