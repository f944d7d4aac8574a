/** What a kernel's own source says of names, read line by line: light enough for each key that is pressed. */

/** line: where the name comes from, counted from 1. value: the right side of its first assignment, on that line. */
export interface OwnName {
  name: string;
  kind: "parameter" | "variable" | "constant" | "function";
  line: number;
  value: string | null;
}

export function ownNames(source: string): OwnName[] {
  const found = new Map<string, OwnName>();
  const add = (name: string, kind: OwnName["kind"], line: number, value: string | null) => {
    if (!found.has(name)) found.set(name, { name, kind, line, value });
  };
  const lines = source.split("\n");
  for (const [at, text] of lines.entries()) {
    const line = at + 1;
    const bare = text.replace(/#.*/, "");
    const definition = /^\s*def\s+(\w+)\s*\(/.exec(bare);
    if (definition?.[1]) {
      add(definition[1], "function", line, null);
      for (const name of parameters(lines, at)) add(name, "parameter", line, null);
      continue;
    }
    const counted = /^\s*for\s+([\w\s,]+?)\s+in\b\s*(.*?):?\s*$/.exec(bare);
    if (counted?.[1]) {
      for (const name of counted[1].split(",")) add(name.trim(), "variable", line, counted[2] ?? null);
      continue;
    }
    const assigned = /^(\s*)([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*(?::[^=]+)?=(?!=)\s*(.*)$/.exec(bare);
    if (!assigned?.[2]) continue;
    const kind = assigned[1] === "" ? "constant" : "variable";
    for (const name of assigned[2].split(",")) add(name.trim(), kind, line, (assigned[3] ?? "").trim());
  }
  return [...found.values()];
}

/** The parameters of a definition that begins on this line and may go on over others. */
function parameters(lines: readonly string[], from: number): string[] {
  let text = "";
  for (let at = from; at < Math.min(lines.length, from + 40); at++) {
    text += `${(lines[at] ?? "").replace(/#.*/, "")} `;
    if (/\)\s*(->[^:]*)?:/.test(text)) break;
  }
  const inside = /\((.*)\)/s.exec(text)?.[1] ?? text.slice(text.indexOf("(") + 1);
  return inside
    .split(",")
    .map((part) => /^\s*\**([A-Za-z_]\w*)/.exec(part)?.[1] ?? "")
    .filter((name) => name !== "" && name !== "self");
}

/** The dotted name that a column (from 1) stands in, with where it begins; null on anything else. */
export function pathAt(line: string, column: number): { path: string; start: number; end: number } | null {
  for (const match of line.matchAll(/[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g)) {
    const start = match.index + 1;
    const end = start + match[0].length;
    if (column < start || column > end) continue;
    // Up to the part under the caret: on `tl` of `tl.load` it is `tl`.
    const rest = match[0].slice(column - start).search(/\./);
    const path = rest < 0 ? match[0] : match[0].slice(0, column - start + rest);
    const hash = commentStart(line);
    return hash !== -1 && start > hash ? null : { path, start, end: start + path.length };
  }
  return null;
}

/** The call whose parentheses hold the end of `before`, and which of its arguments that is; null outside any. */
export function callAround(
  before: string,
): { path: string; argument: number; keyword: string | null } | null {
  let depth = 0;
  let argument = 0;
  let keyword: string | null = null;
  let isSeen = false;
  for (let at = before.length - 1; at >= 0; at--) {
    const char = before[at] ?? "";
    if (")]}".includes(char)) depth++;
    else if ("([{".includes(char)) {
      if (depth > 0) depth--;
      else if (char === "(") {
        const path = /[A-Za-z_][\w.]*$/.exec(before.slice(0, at))?.[0];
        return path ? { path, argument, keyword } : null;
      } else return null;
    } else if (depth === 0 && char === ",") {
      argument++;
      isSeen = true;
    } else if (depth === 0 && char === "=" && !isSeen && keyword === null) {
      const name = /([A-Za-z_]\w*)\s*$/.exec(before.slice(0, at))?.[1];
      if (name && !"=<>!".includes(before[at - 1] ?? "")) keyword = name;
    }
  }
  return null;
}

/** Where a comment begins, counted from 0, or -1. */
export function commentStart(line: string): number {
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? "";
    if (quote) {
      if (char === "\\") at++;
      else if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "#") return at;
  }
  return -1;
}
