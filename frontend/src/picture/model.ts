/** A trace as a picture needs it: the steps of each program, and what all programs did to each element. */
import { MASKED, type Op, type Trace, type TraceRecord, type TraceTensor } from "../api/trace";
import { type Affine, affine, baseOf, halves, merged, type Strides, stridesOf, whole } from "./blocks";
import { type Space, spaceOf } from "./space";
import { countLanes, type Step } from "./step";
import { add, emptyTotals, nothingSeen, reach, type Seen, settle, type Totals } from "./totals";

export interface Fault {
  program: number;
  at: number;
}

/** Faults beyond these are counted, not visited one by one. */
const MOST_FAULTS = 4096;
/** So many steps of all programs are kept once they are known. */
const MOST_KEPT = 50_000;

export class PictureModel {
  readonly totals: readonly Totals[];
  /** Steps with lanes out of bounds, in the order they ran. */
  readonly faults: readonly Fault[];
  /** Lanes out of bounds of each program. */
  readonly outsideOf: Uint32Array;
  readonly #records: Int32Array;
  readonly #first: Int32Array;
  readonly #position: Int32Array;
  readonly #statements = new Map<string, Strides>();
  readonly #halves = new Map<string, { extents: number[]; axes: number[] }>();
  readonly #steps = new Map<number, readonly Step[]>();
  readonly #blocks = new Map<string, Affine>();

  constructor(readonly trace: Trace) {
    const { order, programs } = trace;
    this.#position = new Int32Array(programs).fill(-1);
    for (let at = 0; at < order.length; at++) this.#position[order[at] as number] = at;
    [this.#first, this.#records] = covering(trace);
    for (const record of trace.records) this.#learn(record);
    this.outsideOf = new Uint32Array(programs);
    const faults: Fault[] = [];
    this.totals = this.#sum(faults);
    this.faults = faults;
  }

  /** The loads and stores of a program, in order; none where it did not run. */
  stepsOf(program: number): readonly Step[] {
    const kept = this.#steps.get(program);
    if (kept) return kept;
    const { records } = this.trace;
    const steps = this.#recordsOf(program).map((record, at) => this.#step(program, at, record));
    if (this.#records.length <= MOST_KEPT) this.#steps.set(program, steps);
    const turns = new Map<string, number>();
    for (const step of steps) {
      const key = statement(records[this.#recordAt(program, step.at)] as TraceRecord);
      step.turn = (turns.get(key) ?? 0) + 1;
      turns.set(key, step.turn);
    }
    for (const step of steps) {
      step.turns = turns.get(statement(records[this.#recordAt(program, step.at)] as TraceRecord)) ?? 1;
    }
    return steps;
  }

  /** Whether a program ran at all. */
  ran(program: number): boolean {
    return (this.#position[program] ?? -1) >= 0;
  }

  /** Elements of an output that no program stored. */
  neverWritten(tensor: number): number {
    const { stores, updates } = this.totals[tensor] as Totals;
    let count = 0;
    for (let i = 0; i < stores.length; i++) if (stores[i] === 0 && updates[i] === 0) count++;
    return count;
  }

  /** Elements that were stored more than once. */
  writtenTwice(tensor: number): number {
    let count = 0;
    for (const times of (this.totals[tensor] as Totals).stores) if (times > 1) count++;
    return count;
  }

  /** Calls back for each access to an element: its step and lane, program after program in the order they ran. */
  accessesOf(tensor: number, offset: number, each: (access: Access) => void): void {
    const { order, records } = this.trace;
    for (let position = 0; position < order.length; position++) {
      const end = this.#first[position + 1] as number;
      for (let k = this.#first[position] as number; k < end; k++) {
        const record = records[this.#records[k] as number] as TraceRecord;
        if (record.tensor !== tensor) continue;
        const from = record.shared ? 0 : (position - record.start) * record.width;
        const lane = record.lanes.subarray(from, from + record.width).indexOf(offset);
        if (lane >= 0) each({ program: order[position] as number, op: record.op, line: record.line, lane });
      }
    }
  }

  #recordAt(program: number, at: number): number {
    return this.#records[(this.#first[this.#position[program] as number] as number) + at] as number;
  }

  #recordsOf(program: number): TraceRecord[] {
    const position = this.#position[program] ?? -1;
    if (position < 0) return [];
    const covering = this.#records.subarray(this.#first[position], this.#first[position + 1]);
    return Array.from(covering, (record) => this.trace.records[record] as TraceRecord);
  }

  #lanesOf(record: TraceRecord, position: number): Int32Array {
    if (record.shared) return record.lanes;
    const from = (position - record.start) * record.width;
    return record.lanes.subarray(from, from + record.width);
  }

  /** What a statement's programs say together about its strides: one alone may have only a lane or two on. */
  #learn(record: TraceRecord): void {
    const key = statement(record);
    const extents = this.#halvesOf(record.shape).extents;
    let known = this.#statements.get(key);
    const programs = record.shared ? 1 : record.count;
    for (let i = 0; i < programs && (known === undefined || known.includes(null)); i++)
      known = merged(known, stridesOf(this.#lanesOf(record, record.start + i), extents));
    if (known) this.#statements.set(key, known);
  }

  #halvesOf(shape: readonly number[]): { extents: number[]; axes: number[] } {
    const key = shape.join();
    let found = this.#halves.get(key);
    if (!found) {
      found = halves(shape);
      this.#halves.set(key, found);
    }
    return found;
  }

  /** isFlat: over a tensor with rows, lanes that run on from row to row as they were meant to. */
  #blockOf(record: TraceRecord, strides: Strides, isFlat: boolean): Affine {
    const tensor = this.trace.tensors[record.tensor];
    const rowLength = tensor && tensor.shape.length > 1 && !isFlat ? (tensor.shape.at(-1) ?? 1) : null;
    const key = `${rowLength} ${record.shape.join()} ${strides.join()}`;
    let block = this.#blocks.get(key);
    if (!block) {
      const joined = whole(this.#halvesOf(record.shape), strides);
      block = affine(joined.shape, joined.strides, rowLength);
      this.#blocks.set(key, block);
    }
    return block;
  }

  #regular(record: TraceRecord, lanes: Int32Array): { block: Affine; base: number } | null {
    const known = this.#statements.get(statement(record)) ?? [];
    const isFlat = runsOn(record, lanes, this.trace.tensors[record.tensor] as TraceTensor);
    const block = this.#blockOf(record, known, isFlat);
    const base = baseOf(lanes, block);
    if (base !== null) return { block, base };
    // Strides that come from the data differ from program to program. Only with all lanes on are they known.
    if (lanes.includes(MASKED)) return null;
    const own = this.#blockOf(record, stridesOf(lanes, this.#halvesOf(record.shape).extents), isFlat);
    const first = baseOf(lanes, own);
    return first === null ? null : { block: own, base: first };
  }

  #step(program: number, at: number, record: TraceRecord): Step {
    const lanes = this.#lanesOf(record, this.#position[program] as number);
    const regular = this.#regular(record, lanes);
    const step: Step = {
      program,
      at,
      op: record.op,
      tensor: record.tensor,
      line: record.line,
      shape: record.shape,
      lanes,
      turn: 1,
      turns: 1,
      active: 0,
      masked: 0,
      outside: 0,
      strayed: 0,
      block: regular?.block ?? null,
      base: regular?.base ?? null,
    };
    countLanes(step, this.trace.tensors[record.tensor] as TraceTensor);
    return step;
  }

  #sum(faults: Fault[]): Totals[] {
    const { trace } = this;
    const totals = trace.tensors.map(({ size }) => emptyTotals(size));
    const spaces = trace.tensors.map((tensor) => spaceOf(tensor, 1));
    const loads = trace.tensors.map(({ size }) => nothingSeen(size));
    const stores = trace.tensors.map(({ size }) => nothingSeen(size));
    for (const program of trace.order) {
      for (const step of this.stepsOf(program)) {
        const one = totals[step.tensor] as Totals;
        add(one, step, (step.op === "load" ? loads : stores)[step.tensor] as Seen);
        reach(one, step, spaces[step.tensor] as Space);
        if (step.outside > 0) {
          (this.outsideOf[program] as number) += step.outside;
          if (faults.length < MOST_FAULTS) faults.push({ program, at: step.at });
        }
      }
    }
    totals.forEach((one, tensor) => {
      settle(one, loads[tensor] as Seen, stores[tensor] as Seen);
    });
    return totals;
  }
}

export interface Access {
  program: number;
  op: Op;
  line: number;
  lane: number;
}

/**
 * Whether lanes in one line, longer than a row, run over whole rows from the start of one: a copy of the tensor's
 * elements as they lie. A row with a block that is too long for it has its lanes past the end masked.
 */
function runsOn({ shape, width }: TraceRecord, lanes: Int32Array, tensor: TraceTensor): boolean {
  const cols = tensor.shape.length > 1 ? (tensor.shape.at(-1) ?? 1) : 0;
  if (cols < 1 || width <= cols || width % cols !== 0 || shape.filter((extent) => extent > 1).length !== 1)
    return false;
  const first = lanes[0] as number;
  return first >= 0 && first % cols === 0 && lanes[cols] === first + cols;
}

/** For each position of the run order, the records that cover it: where its share begins, then all shares. */
function covering({ records, order }: Trace): [Int32Array, Int32Array] {
  const positions = order.length;
  const first = new Int32Array(positions + 1);
  const ends = (record: TraceRecord) => Math.min(record.start + record.count, positions);
  for (const record of records)
    for (let at = record.start; at < ends(record); at++) (first[at + 1] as number)++;
  for (let at = 0; at < positions; at++) (first[at + 1] as number) += first[at] as number;
  const filled = first.slice();
  const all = new Int32Array(first[positions] as number);
  records.forEach((record, i) => {
    for (let at = record.start; at < ends(record); at++) {
      all[filled[at] as number] = i;
      (filled[at] as number)++;
    }
  });
  return [first, all];
}

function statement({ op, tensor, line, shape }: TraceRecord): string {
  return `${op} ${tensor} ${line} ${shape.join()}`;
}
