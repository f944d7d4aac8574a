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

/** z[9, 10] in blocks of 4 x 4 over a grid of 3 x 3: masked everywhere, or nowhere. */
export function tiles(isMasked: boolean): Sample {
  const lanes: (number | null)[][] = [];
  for (let y = 0; y < 3; y++)
    for (let x = 0; x < 3; x++) {
      const block: (number | null)[] = [];
      for (let j = y * 4; j < y * 4 + 4; j++)
        for (let i = x * 4; i < x * 4 + 4; i++)
          block.push(isMasked && (i >= 10 || j >= 9) ? null : j * 10 + i);
      lanes.push(block);
    }
  return {
    grid: [3, 3, 1],
    tensors: [{ name: "z", shape: [9, 10], role: "output" }],
    records: [{ op: "store", tensor: 0, line: 21, shape: [4, 4], lanes }],
  };
}

/** x[4, 8, 8] with a 4 x 4 window at (6, 6) of each image: 12 of 16 lanes are masked. */
export function windows(): Sample {
  const lanes = [0, 1, 2, 3].map((image) => {
    const block: (number | null)[] = [];
    for (let j = 6; j < 10; j++)
      for (let i = 6; i < 10; i++) block.push(i >= 8 || j >= 8 ? null : image * 64 + j * 8 + i);
    return block;
  });
  return {
    grid: [4, 1, 1],
    tensors: [{ name: "x", shape: [4, 8, 8], role: "input" }],
    records: [{ op: "load", tensor: 0, line: 9, shape: [1, 4, 4], lanes }],
  };
}
