/** What a file that was dropped or chosen is: kernels, as Python or as a notebook, or a record of this playground. */
import { type BrowserRecord, parseRecord } from "./browser-record";
import { codeOf } from "./notebook";
import { normalise } from "./python-file";

/** Bytes of source that the server takes. */
export const MAX_SOURCE_BYTES = 65_536;
/** Bytes: a notebook with its pictures is large, and more than this is no notebook of puzzles. */
const MAX_FILE_BYTES = 20_000_000;

export type Incoming =
  | { kind: "kernels"; name: string; source: string; notes: string[] }
  | { kind: "record"; name: string; record: BrowserRecord };

/** Why a file is of no use here, in words for who chose it. */
export class FileProblem extends Error {}

/** Throws FileProblem. */
export async function readFile(file: File): Promise<Incoming> {
  const name = file.name || "The file";
  if (file.size > MAX_FILE_BYTES)
    throw new FileProblem(
      `${name} is ${megabytes(file.size)} MB long. A notebook of at most ${megabytes(MAX_FILE_BYTES)} MB or a Python file is taken.`,
    );
  const text = decoded(name, await bytesOf(name, file));
  const looksLikeJson = /^\s*[{[]/.test(text);
  return /\.(ipynb|json)$/i.test(name) || looksLikeJson ? fromJson(name, text) : kernels(name, text, []);
}

function fromJson(name: string, text: string): Incoming {
  const isNotebook = /\.ipynb$/i.test(name);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new FileProblem(
      isNotebook
        ? `${name} is not a notebook: it is damaged, or something else under a notebook’s name.`
        : `${name} is neither Python nor a notebook nor a record of this playground.`,
    );
  }
  const record = parseRecord(json);
  if (record === "newer")
    throw new FileProblem(
      `${name} was made by a newer version of the playground. Nothing of it was read or changed.`,
    );
  if (record) return { kind: "record", name, record };
  const code = codeOf(json);
  if (!code)
    throw new FileProblem(
      isNotebook
        ? `${name} is not a notebook: it has no cells.`
        : `${name} is JSON, but neither a notebook nor a record of this playground.`,
    );
  if (code.cells === 0) throw new FileProblem(`${name} is a notebook without a cell of Python.`);
  const notes =
    code.setAside > 0
      ? [
          code.setAside === 1
            ? "1 line with % or ! was set aside."
            : `${code.setAside} lines with % or ! were set aside.`,
        ]
      : [];
  return kernels(name, code.source, notes);
}

function kernels(name: string, text: string, notes: string[]): Incoming {
  const source = normalise(text);
  if (source.trim() === "") throw new FileProblem(`${name} is empty.`);
  const bytes = new TextEncoder().encode(source).length;
  if (bytes > MAX_SOURCE_BYTES)
    throw new FileProblem(
      `${name} has ${Math.ceil(bytes / 1024)} KiB of code. At most ${MAX_SOURCE_BYTES / 1024} KiB are taken: remove what is no kernel and try again.`,
    );
  return { kind: "kernels", name, source, notes };
}

async function bytesOf(name: string, file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch {
    throw new FileProblem(`${name} could not be read. A folder is not taken; choose the file in it.`);
  }
}

function decoded(name: string, bytes: ArrayBuffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Said below, as for what decodes and is no text.
  }
  throw new FileProblem(`${name} is not a text file. Choose a Python file (.py) or a notebook (.ipynb).`);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0);
}
