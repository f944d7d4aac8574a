/** Jupyter notebooks: the code of one as a Python file, and kernels as one. */

export interface NotebookCode {
  source: string;
  cells: number;
  /** Lines that only a notebook understands: `%` and `!`. */
  setAside: number;
}

/** The code cells joined, in their order, or null where the JSON is no notebook. */
export function codeOf(json: unknown): NotebookCode | null {
  const cells = cellsOf(json);
  if (!cells) return null;
  let setAside = 0;
  const codes: string[] = [];
  for (const cell of cells) {
    const { cell_type: kind } = cell as { cell_type?: unknown };
    const text = textOf(cell);
    if (kind !== "code" || text === null) continue;
    // A cell whose first line is %%bash or the like is in another language altogether.
    const first = text.trimStart();
    if (first.startsWith("%%") && !/^%%(time|timeit|capture|prun)\b/.test(first)) {
      setAside += text.split("\n").length;
      continue;
    }
    const lines = text.split("\n");
    // A remainder that a formatter put at a line's start has a space after it; a magic never has.
    const python = lines.filter((line) => !/^\s*(%{1,2}[A-Za-z]|!|\?|[\w.]+\?+\s*$)/.test(line));
    setAside += lines.length - python.length;
    const code = python.join("\n").trim();
    if (code !== "") codes.push(code);
  }
  return { source: `${codes.join("\n\n\n")}\n`, cells: codes.length, setAside };
}

export interface Cell {
  kind: "markdown" | "code";
  text: string;
}

/** A notebook of format 4.5. */
export function notebookOf(cells: readonly Cell[]): string {
  const made = cells.map(({ kind, text }, at) => {
    const source = text
      .trimEnd()
      .split(/(?<=\n)/)
      .filter((line) => line !== "");
    const common = { id: `cell-${at + 1}`, metadata: {}, source };
    return kind === "markdown"
      ? { cell_type: "markdown", ...common }
      : { cell_type: "code", execution_count: null, ...common, outputs: [] };
  });
  const metadata = {
    kernelspec: { display_name: "Python 3", language: "python", name: "python3" },
    language_info: { name: "python" },
  };
  return `${JSON.stringify({ cells: made, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

/** Format 4 has cells; format 3 has them in worksheets, with their code as `input`. */
function cellsOf(json: unknown): unknown[] | null {
  const book = json as { cells?: unknown; worksheets?: { cells?: unknown }[]; nbformat?: unknown } | null;
  if (typeof book !== "object" || book === null || typeof book.nbformat !== "number") return null;
  const cells = book.cells ?? (Array.isArray(book.worksheets) ? book.worksheets[0]?.cells : null);
  return Array.isArray(cells) ? cells.filter((cell) => typeof cell === "object" && cell !== null) : null;
}

function textOf(cell: unknown): string | null {
  const { source, input } = cell as { source?: unknown; input?: unknown };
  const text = source ?? input;
  if (typeof text === "string") return text;
  return Array.isArray(text) && text.every((line) => typeof line === "string") ? text.join("") : null;
}
