/** A sandbox in the fragment of an address: compressed JSON as base64url, which never reaches a server. */
import { DTYPES, FILLS, type Form, INITS, type Row, row, type Sandbox, USES } from "./form";

/** What stands before the text: whether it is compressed. */
const COMPRESSED = "z.";
const PLAIN = "j.";

/** More than a source and its launch may take; it bounds what a link can make a browser unpack. */
const MAX_CHARACTERS = 1 << 20;

export async function toFragment(sandbox: Sandbox): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: 1, ...sandbox }));
  if (typeof CompressionStream === "undefined") return PLAIN + toBase64(bytes);
  return COMPRESSED + toBase64(await through(bytes, new CompressionStream("deflate-raw")));
}

/** Null for what is no sandbox of ours, however it is broken. */
export async function fromFragment(fragment: string): Promise<Sandbox | null> {
  const text = fragment.replace(/^#/, "");
  try {
    const bytes = toBytes(text.slice(2));
    if (text.startsWith(PLAIN)) return readSandbox(JSON.parse(new TextDecoder().decode(bytes)));
    if (!text.startsWith(COMPRESSED)) return null;
    const unpacked = await through(bytes, new DecompressionStream("deflate-raw"));
    return readSandbox(JSON.parse(new TextDecoder().decode(unpacked)));
  } catch {
    return null;
  }
}

/** A sandbox out of data that anybody may have written, or null. What is missing in a row is as in a new one. */
export function readSandbox(data: unknown): Sandbox | null {
  if (!isObject(data) || typeof data.source !== "string" || !isObject(data.form)) return null;
  const { kernel, grid, seed, rows } = data.form;
  if (typeof kernel !== "string" || typeof grid !== "string" || !isObject(rows)) return null;
  const read = Object.entries(rows)
    .slice(0, 200)
    .map(([name, value]) => [name, readRow(value)] as const);
  const form: Form = {
    kernel,
    grid,
    seed: typeof seed === "string" ? seed : "",
    rows: Object.fromEntries(read),
  };
  return { source: data.source, form };
}

function readRow(data: unknown): Row {
  const given = isObject(data) ? data : {};
  const text = (key: string) => (typeof given[key] === "string" ? { [key]: given[key] as string } : {});
  const word = <T extends string>(key: string, words: readonly T[]) =>
    words.includes(given[key] as T) ? { [key]: given[key] as T } : {};
  return row({
    ...word("use", USES),
    ...word("dtype", DTYPES),
    ...word("fill", FILLS),
    ...word("init", INITS),
    ...text("shape"),
    ...text("a"),
    ...text("b"),
    ...text("value"),
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MAX_CHARACTERS) throw new RangeError("too large");
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** base64url, without padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(raw, (sign) => sign.charCodeAt(0));
}
