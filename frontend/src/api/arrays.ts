/** The arrays of a judged case, as the API packs them: a JSON header, then the raw little-endian elements. */

/** standing: of each element of an output, see STANDING. program, line: who stored it last, -1 for nobody. */
export interface NamedArray {
  name: string;
  kind: "input" | "actual" | "expected" | "standing" | "program" | "line";
  dtype: string;
  shape: number[];
  values: ArrayLike<number>;
}

/** Bits: counted by the verdict as different; written by no program (which is different too). */
export const STANDING = { differs: 1, unwritten: 2 } as const;

interface Header {
  tensors: { name: string; kind: NamedArray["kind"]; dtype: string; shape: number[]; offset: number }[];
}

/** Throws RangeError where the bytes end early, and TypeError for a dtype that it does not know. */
export function decodeArrays(buffer: ArrayBuffer): NamedArray[] {
  const view = new DataView(buffer);
  const length = view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length))) as Header;
  const data = Math.ceil((4 + length) / 8) * 8;
  return header.tensors.map(({ name, kind, dtype, shape, offset }) => {
    const count = shape.reduce((product, extent) => product * extent, 1);
    return { name, kind, dtype, shape, values: elements(view, data + offset, dtype, count) };
  });
}

const READERS: Record<string, [bytes: number, read: (view: DataView, at: number) => number]> = {
  float64: [8, (view, at) => view.getFloat64(at, true)],
  float32: [4, (view, at) => view.getFloat32(at, true)],
  float16: [2, (view, at) => half(view.getUint16(at, true))],
  int64: [8, (view, at) => Number(view.getBigInt64(at, true))],
  int32: [4, (view, at) => view.getInt32(at, true)],
  int16: [2, (view, at) => view.getInt16(at, true)],
  int8: [1, (view, at) => view.getInt8(at)],
  uint8: [1, (view, at) => view.getUint8(at)],
  bool: [1, (view, at) => view.getUint8(at)],
};

function elements(view: DataView, start: number, dtype: string, count: number): Float64Array {
  const reader = READERS[dtype];
  if (!reader) throw new TypeError(`no reader for ${dtype}`);
  const [bytes, read] = reader;
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = read(view, start + i * bytes);
  return values;
}

/** An IEEE 754 half from its 16 bits. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
