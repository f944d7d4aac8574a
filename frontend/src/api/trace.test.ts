import { expect, test } from "vitest";
import { framed, packed, unmaskedStore } from "../test/traces";
import { decodeTrace, MASKED } from "./trace";

test("a trace comes back as it was packed", () => {
  const trace = decodeTrace(packed(unmaskedStore()));
  expect(trace.grid).toEqual([7, 1, 1]);
  expect([...trace.order]).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(trace.tensors.map(({ name, size, role }) => [name, size, role])).toEqual([
    ["x", 200, "input"],
    ["z", 200, "output"],
  ]);
  const [load, store] = trace.records;
  expect(load).toMatchObject({ op: "load", line: 10, shape: [32], width: 32, start: 0, count: 7 });
  expect([...(load?.lanes.subarray(198, 202) ?? [])]).toEqual([198, 199, MASKED, MASKED]);
  expect([...(store?.lanes.slice(-2) ?? [])]).toEqual([222, 223]);
});

test("differences wrap at 32 bits, scalars and shared blocks are one block", () => {
  const trace = decodeTrace(
    packed({
      grid: [3],
      order: [2, 0, 1],
      cut: true,
      tensors: [{ name: "x", shape: [2, 3], role: "input" }],
      records: [
        { op: "load", tensor: 0, line: 1, shape: [2], shared: 3, lanes: [[2147483647, null]] },
        { op: "atomic", tensor: 0, line: 2, shape: [], start: 1, lanes: [[-5]] },
      ],
    }),
  );
  expect([...trace.order]).toEqual([2, 0, 1]);
  expect(trace.cut).toBe(true);
  expect(trace.grid).toEqual([3, 1, 1]);
  expect([...(trace.records[0]?.lanes ?? [])]).toEqual([2147483647, MASKED]);
  expect(trace.records[0]).toMatchObject({ shared: true, count: 3, width: 2 });
  expect(trace.records[1]).toMatchObject({ shape: [], width: 1, start: 1, count: 1 });
  expect([...(trace.records[1]?.lanes ?? [])]).toEqual([-5]);
});

const good = { version: 1, grid: [1, 1, 1], order: null, cut: false, tensors: [], records: [] };
const tensors = [{ name: "x", dtype: "float32", shape: [4], role: "input" }];
const record = { op: "load", tensor: 0, line: 1, shape: [4], start: 0, count: 1, shared: false, at: 0 };

test.each<[string, ArrayBuffer]>([
  ["nothing", new ArrayBuffer(0)],
  ["a header longer than all", new Uint32Array([4096, 0]).buffer],
  ["no JSON", framed("x").slice(0, 8)],
  ["a list for a header", framed([])],
  ["another version", framed({ ...good, version: 2 })],
  ["a grid of four", framed({ ...good, grid: [1, 1, 1, 1] })],
  ["a grid beyond reason", framed({ ...good, grid: [1e6, 1e6, 1] })],
  ["an order that names no program", framed({ ...good, order: [1] })],
  ["lanes that are missing", framed({ ...good, tensors, records: [record] }, [0, 1, 1])],
  ["a tensor that is missing", framed({ ...good, records: [record] }, [0, 1, 1, 1])],
  [
    "a program that is missing",
    framed({ ...good, tensors, records: [{ ...record, start: 1 }] }, [0, 1, 1, 1]),
  ],
  [
    "an access of another kind",
    framed({ ...good, tensors, records: [{ ...record, op: "copy" }] }, [0, 1, 1, 1]),
  ],
  ["a negative extent", framed({ ...good, tensors: [{ ...tensors[0], shape: [-4] }] })],
  ["lanes beyond reason", framed({ ...good, tensors, records: [{ ...record, shape: [65536, 65536] }] })],
])("%s is no trace", (_, buffer) => {
  expect(() => decodeTrace(buffer)).toThrow(RangeError);
});
