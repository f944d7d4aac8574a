/** A case's loads and stores as the API packs them: a JSON header, then little-endian int32 lanes. */

export type Op = "load" | "store" | "atomic";

export interface TraceTensor {
  name: string;
  dtype: string;
  shape: readonly number[];
  role: "input" | "output";
  /** Elements in all. */
  size: number;
}

/**
 * One load, store or atomic as programs ran it: the programs at positions start to start + count - 1 of the run
 * order. lanes: flat element offsets, MASKED where a lane was off; `width` of them a program, or `width` for all
 * of them where shared. shape: the block's, [] for a scalar.
 */
export interface TraceRecord {
  op: Op;
  tensor: number;
  line: number;
  shape: readonly number[];
  start: number;
  count: number;
  shared: boolean;
  width: number;
  lanes: Int32Array;
}

/**
 * grid: three axes. order: the linear program ids in the order they ran. cut: records after the worker's cap
 * were left out. Records are in the order they ran, and a program's steps are the records that cover it.
 */
export interface Trace {
  grid: readonly [number, number, number];
  programs: number;
  order: Int32Array;
  cut: boolean;
  tensors: readonly TraceTensor[];
  records: readonly TraceRecord[];
}

/** The offset of a lane that is masked off. */
export const MASKED = -2147483648;

const VERSION = 1;
const OPS: readonly unknown[] = ["load", "store", "atomic"];
/** More lanes than a worker keeps: a header that asks for more is not a trace. */
const MOST_LANES = 1 << 26;
const MOST_PROGRAMS = 1 << 22;

/** Throws RangeError where the bytes are no whole trace of version 1. */
export function decodeTrace(buffer: ArrayBuffer): Trace {
  if (buffer.byteLength < 8) throw new RangeError("a trace is longer than its header");
  const length = new DataView(buffer).getUint32(0, true);
  if (length > buffer.byteLength - 4 || (4 + length) % 8 !== 0) throw new RangeError("the header is cut off");
  const header = parsed(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  if (header.version !== VERSION) throw new RangeError(`no reader for version ${String(header.version)}`);
  const data = ints(buffer, 4 + length);
  const grid = gridOf(header.grid);
  const programs = grid[0] * grid[1] * grid[2];
  if (programs > MOST_PROGRAMS) throw new RangeError("the grid is too large");
  const tensors = list(header.tensors).map(tensorOf);
  const records = list(header.records).map((one) => recordOf(one, tensors.length, programs, data));
  return {
    grid,
    programs,
    order: orderOf(header.order, programs),
    cut: header.cut === true,
    tensors,
    records,
  };
}

type Bag = Record<string, unknown>;

function recordOf(value: unknown, tensors: number, programs: number, data: Int32Array): TraceRecord {
  const one = bag(value);
  if (!OPS.includes(one.op)) throw new RangeError(`no access is called ${String(one.op)}`);
  const shape = list(one.shape).map(whole);
  const width = product(shape);
  const [start, count, at] = [whole(one.start), whole(one.count), whole(one.at)];
  const shared = one.shared === true;
  const lanes = shared ? width : width * count;
  const tensor = whole(one.tensor);
  if (tensor >= tensors) throw new RangeError("a record names no tensor");
  if (start + count > programs) throw new RangeError("a record names no program");
  if (lanes > MOST_LANES || at + lanes > data.length) throw new RangeError("lanes are missing");
  return {
    op: one.op as Op,
    tensor,
    line: whole(one.line),
    shape,
    start,
    count,
    shared,
    width,
    lanes: summed(data.subarray(at, at + lanes)),
  };
}

/** Undoes the differences, which wrap at 32 bits as an Int32Array does. */
function summed(differences: Int32Array): Int32Array {
  const lanes = new Int32Array(differences.length);
  let last = 0;
  for (let i = 0; i < lanes.length; i++) {
    last = (last + (differences[i] as number)) | 0;
    lanes[i] = last;
  }
  return lanes;
}

function tensorOf(value: unknown): TraceTensor {
  const one = bag(value);
  if (typeof one.name !== "string") throw new RangeError("a tensor has no name");
  const shape = list(one.shape).map(whole);
  return {
    name: one.name,
    dtype: String(one.dtype),
    shape,
    role: one.role === "output" ? "output" : "input",
    size: product(shape),
  };
}

function orderOf(value: unknown, programs: number): Int32Array {
  if (value === null || value === undefined) return Int32Array.from({ length: programs }, (_, at) => at);
  const order = list(value).map(whole);
  // Programs that never ran have no place in the order.
  if (order.length > programs || order.some((program) => program >= programs))
    throw new RangeError("the order does not fit the grid");
  return Int32Array.from(order);
}

function gridOf(value: unknown): [number, number, number] {
  const [x = 1, y = 1, z = 1, ...more] = list(value).map(whole);
  if (more.length > 0) throw new RangeError("a grid has three axes");
  return [x, y, z];
}

function ints(buffer: ArrayBuffer, at: number): Int32Array {
  const count = Math.floor((buffer.byteLength - at) / 4);
  if (LITTLE) return new Int32Array(buffer, at, count);
  const view = new DataView(buffer, at);
  return Int32Array.from({ length: count }, (_, i) => view.getInt32(i * 4, true));
}

const LITTLE = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

function parsed(text: string): Bag {
  try {
    return bag(JSON.parse(text));
  } catch {
    throw new RangeError("the header is no JSON");
  }
}

function bag(value: unknown): Bag {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RangeError("an object is missing");
  return value as Bag;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new RangeError("a list is missing");
  return value;
}

function whole(value: unknown): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > 2 ** 31)
    throw new RangeError(`${String(value)} is no count`);
  return value;
}

function product(shape: readonly number[]): number {
  return shape.reduce((all, extent) => all * extent, 1);
}
