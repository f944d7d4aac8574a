/** Packs traces as a worker does, and the traces that tests share. */
import { MASKED, type Op } from "../api/trace";

export interface SampleRecord {
  op: Op;
  tensor: number;
  line: number;
  shape: number[];
  start?: number;
  /** One list of lanes for each program, or one for all of them where shared. */
  lanes: (number | null)[][];
  shared?: number;
}

export interface Sample {
  grid: number[];
  order?: number[];
  cut?: boolean;
  tensors: { name: string; dtype?: string; shape: number[]; role: "input" | "output" }[];
  records: SampleRecord[];
}

/** shared: how many programs ran the one block of lanes. null is a lane that was masked off. */
export function packed(sample: Sample): ArrayBuffer {
  const data: number[] = [];
  const records = sample.records.map(({ lanes, shared, start = 0, ...rest }) => {
    const at = data.length;
    let last = 0;
    for (const lane of lanes.flat()) {
      const offset = lane ?? MASKED;
      data.push((offset - last) | 0);
      last = offset;
    }
    return { ...rest, start, count: shared ?? lanes.length, shared: shared !== undefined, at };
  });
  const tensors = sample.tensors.map((tensor) => ({ dtype: "float32", ...tensor }));
  const { grid, order = null, cut = false } = sample;
  return framed({ version: 1, grid, order, cut, tensors, records }, data);
}

export function framed(header: unknown, data: readonly number[] = []): ArrayBuffer {
  const text = JSON.stringify(header);
  const length = Math.ceil((4 + text.length) / 8) * 8 - 4;
  const buffer = new ArrayBuffer(4 + length + data.length * 4);
  const view = new DataView(buffer);
  view.setUint32(0, length, true);
  new Uint8Array(buffer, 4, length).set(new TextEncoder().encode(text.padEnd(length)));
  for (const [i, value] of data.entries()) view.setInt32(4 + length + i * 4, value, true);
  return buffer;
}

/** Puzzle 2 at N0 = 200, B0 = 32: the load is masked, the store is not. */
export function unmaskedStore(): Sample {
  const blocks = Array.from({ length: 7 }, (_, p) => Array.from({ length: 32 }, (_, i) => p * 32 + i));
  return {
    grid: [7, 1, 1],
    tensors: [
      { name: "x", shape: [200], role: "input" },
      { name: "z", shape: [200], role: "output" },
    ],
    records: [
      {
        op: "load",
        tensor: 0,
        line: 10,
        shape: [32],
        lanes: blocks.map((block) => block.map((i) => (i < 200 ? i : null))),
      },
      { op: "store", tensor: 1, line: 12, shape: [32], lanes: blocks },
    ],
  };
}
