import { expect, test } from "vitest";
import { decodeArrays } from "./arrays";

/** Packs as the worker does: header length, header, padding to 8 bytes, then the bytes of each array. */
function pack(tensors: object[], bytes: Uint8Array): ArrayBuffer {
  const header = new TextEncoder().encode(JSON.stringify({ tensors }));
  const start = Math.ceil((4 + header.length) / 8) * 8;
  const packed = new Uint8Array(start + bytes.length);
  new DataView(packed.buffer).setUint32(0, header.length, true);
  packed.set(header, 4);
  packed.set(bytes, start);
  return packed.buffer;
}

test("float32 arrays keep their names, kinds, shapes and values", () => {
  const bytes = new Uint8Array(new Float32Array([10, Number.NaN, -0.5, 1, 2, 3]).buffer);
  const arrays = decodeArrays(
    pack(
      [
        { name: "z", kind: "actual", dtype: "float32", shape: [3], offset: 0 },
        { name: "z", kind: "expected", dtype: "float32", shape: [3, 1], offset: 12 },
      ],
      bytes,
    ),
  );
  expect(arrays.map(({ name, kind, shape }) => [name, kind, shape])).toEqual([
    ["z", "actual", [3]],
    ["z", "expected", [3, 1]],
  ]);
  expect(Array.from(arrays[0]?.values ?? [])).toEqual([10, Number.NaN, -0.5]);
  expect(Array.from(arrays[1]?.values ?? [])).toEqual([1, 2, 3]);
});

test.each([
  ["int32", new Int32Array([-5, 2 ** 31 - 1]).buffer, [-5, 2 ** 31 - 1]],
  ["int64", new BigInt64Array([-7n, 2n ** 40n]).buffer, [-7, 2 ** 40]],
  ["int16", new Int16Array([-1, 32767]).buffer, [-1, 32767]],
  ["int8", new Int8Array([-128, 127]).buffer, [-128, 127]],
  ["uint8", new Uint8Array([0, 255]).buffer, [0, 255]],
  ["float64", new Float64Array([0.1, -1e300]).buffer, [0.1, -1e300]],
  [
    "float16",
    new Uint16Array([0x3c00, 0xc000, 0x0001, 0x7c00]).buffer,
    [1, -2, 2 ** -24, Number.POSITIVE_INFINITY],
  ],
])("%s is read at its own width", (dtype, buffer, values) => {
  const shape = [values.length];
  const [array] = decodeArrays(
    pack([{ name: "x", kind: "input", dtype, shape, offset: 0 }], new Uint8Array(buffer)),
  );
  expect(Array.from(array?.values ?? [])).toEqual(values);
});

test("bytes that end early are an error, not zeros", () => {
  const tensor = { name: "x", kind: "input", dtype: "float32", shape: [4], offset: 0 };
  expect(() => decodeArrays(pack([tensor], new Uint8Array(8)))).toThrow(RangeError);
});
