/** Where a picture opens, and what a case's memory is before anything has run. */
import type { Trace } from "../api/trace";
import type { Case, CaseVerdict, Puzzle } from "../api/types";
import { evaluate } from "../expression";
import type { Hue } from "../hues";
import type { LineMark } from "../line-marks";
import { linearProgram } from "../selection";
import type { PictureModel } from "./model";

/** program: null for all. at: the step. */
export interface Shown {
  program: number | null;
  at: number;
}

/** The first fault's program and step; without one, all programs. */
export function opening(model: PictureModel, one: CaseVerdict | null): Shown {
  const access = one?.invalid_accesses[0];
  if (one && access) {
    const program = linearProgram(access.program, one.grid);
    const steps = model.stepsOf(program);
    const at = steps.findIndex(({ outside, line }) => outside > 0 && (access.line ?? line) === line);
    if (at >= 0) return { program, at };
  }
  const [fault] = model.faults;
  if (fault) return fault;
  const wrong = one?.mismatch?.first.find(({ program }) => program !== null);
  if (one?.mismatch && wrong?.program) {
    const program = linearProgram(wrong.program, one.grid);
    const tensor = model.trace.tensors.findIndex(({ name }) => name === one.mismatch?.tensor);
    const at = model.stepsOf(program).findLastIndex((step) => step.tensor === tensor && step.op !== "load");
    if (at >= 0) return { program, at };
  }
  return { program: null, at: 0 };
}

/** The memory of a case with nothing done to it, and how many elements of each tensor are one program's share. */
export function unlit(puzzle: Puzzle, one: Case): { trace: Trace; shares: number[] } {
  const names = { ...one.sizes, ...one.blocks };
  const axes = puzzle.grid.map((axis) => evaluate(axis, names) ?? 1);
  const grid: [number, number, number] = [axes[0] ?? 1, axes[1] ?? 1, axes[2] ?? 1];
  const tensors = puzzle.tensors.map(({ name, dtype, role, shape }) => {
    const extents = shape.map((axis) => evaluate(axis, names) ?? 0);
    return { name, dtype, role, shape: extents, size: extents.reduce((all, extent) => all * extent, 1) };
  });
  const shares = puzzle.tensors.map(({ shape }) => {
    const length = shape.at(-1);
    const share = puzzle.grid
      .map((axis) => /^cdiv\(([^,]+), *(\w+)\)$/.exec(axis))
      .find((cut) => cut?.[1] === length);
    return (share?.[2] ? names[share[2]] : undefined) ?? 0;
  });
  return {
    trace: {
      grid,
      programs: grid[0] * grid[1] * grid[2],
      order: new Int32Array(),
      cut: false,
      tensors,
      records: [],
    },
    shares,
  };
}

/** One mark a line and tensor; where any program left the tensor there, the mark says so. */
export function lineMarksOf(model: PictureModel, hueOf: (tensor: string) => Hue): LineMark[] {
  const found = new Map<string, LineMark>();
  const bad = new Set<string>();
  for (const { program, at } of model.faults) {
    const step = model.stepsOf(program)[at];
    if (step) bad.add(`${step.line} ${step.op} ${step.tensor}`);
  }
  for (const { op, tensor, line } of model.trace.records) {
    const key = `${line} ${op} ${tensor}`;
    if (line < 1 || found.has(key)) continue;
    const shape = op === "load" ? "load" : "store";
    const name = model.trace.tensors[tensor]?.name ?? "";
    const isBad = bad.has(key);
    found.set(key, {
      line,
      shape: isBad ? `bad-${shape}` : shape,
      hue: hueOf(name),
      words: `${op} of ${name}${isBad ? ", out of bounds" : ""}`,
    });
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}
