/**
 * A Python file taken apart into its top-level statements, by lines and brackets and strings alone: enough to find a
 * kernel with what it needs. Nothing is run, and nothing is guessed: what is not certain is said to be so.
 */

/** text: with the comments directly above it. names: what the statement gives a name to at the top level. */
export interface Statement {
  kind: "import" | "def" | "assignment" | "other";
  text: string;
  /** The text without comments and the insides of strings, for looking for names. */
  code: string;
  names: string[];
}

export interface PythonFile {
  statements: Statement[];
  /** False where a bracket or a string is left open, so that the file does not read as Python. */
  isWhole: boolean;
}

/** source: kernel and what it needs. isCertain: false where a name has more than one origin, or a hidden one. */
export interface Extraction {
  source: string;
  parts: Statement[];
  imports: Statement[];
  isCertain: boolean;
}

export function normalise(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}

export function parseFile(text: string): PythonFile {
  const { lines, isWhole } = scan(text);
  const statements: Statement[] = [];
  // Comments at the margin, and the empty lines after them: the next statement's where they touch it.
  let above: string[] = [];
  let open: { text: string[]; code: string[]; decorated: boolean } | null = null;
  const close = () => {
    if (open) statements.push(statementOf(open.text, open.code));
    open = null;
  };
  for (const { text: line, code, starts } of lines) {
    const bare = code.trim();
    const isTop = starts && /^\S/.test(line) && !line.startsWith("#");
    const isComment = starts && line.startsWith("#");
    if (isTop && !(open?.decorated || continues(open?.code, bare))) {
      close();
      const touching = above.slice(above.lastIndexOf("") + 1);
      open = { text: [...touching, line], code: [...touching.map(() => ""), code], decorated: false };
      above = [];
    } else if (isComment || (line.trim() === "" && starts && above.length > 0)) {
      above.push(line.trimEnd());
    } else if (open) {
      // Indented, empty, or inside of brackets or a string: a body goes on, and the comments before it are its own.
      open.text.push(...above, line);
      open.code.push(...above.map(() => ""), code);
      above = [];
    }
    if (isTop && open) open.decorated = bare.startsWith("@");
  }
  close();
  return { statements, isWhole };
}

/** The names of the functions that a file defines at its top level, as the server looks for kernels. */
export function definedNames(text: string): Set<string> {
  return new Set([...normalise(text).matchAll(/^def[ \t]+(\w+)[ \t]*\(/gm)].map((match) => match[1] ?? ""));
}

/** A kernel with the functions and constants that it reaches and the imports of their names; null: it is not there. */
export function extract(file: PythonFile, kernel: string): Extraction | null {
  const origins = new Map<string, Statement[]>();
  for (const one of file.statements)
    for (const name of one.names) origins.set(name, [...(origins.get(name) ?? []), one]);
  const first = origins.get(kernel)?.findLast((one) => one.kind === "def");
  if (!first) return null;
  const taken = new Set<Statement>();
  let isCertain = file.isWhole;
  const take = (statement: Statement) => {
    if (taken.has(statement)) return;
    taken.add(statement);
    const own = statement.kind === "def" ? localNames(statement.code) : new Set<string>();
    for (const name of namesIn(statement.code)) {
      const from = own.has(name) ? [] : (origins.get(name) ?? []);
      const last = from.at(-1);
      if (!last) continue;
      const isOne = new Set(from.map((one) => one.text)).size === 1 || from.every(isImport);
      if (!isOne || last.kind === "other") isCertain = false;
      take(last);
    }
  };
  take(first);
  const stars = file.statements.filter(
    (one) => one.kind === "import" && /^from\s+triton\b.*\*/.test(one.code),
  );
  for (const star of stars) taken.add(star);
  const chosen = file.statements.filter((one) => taken.has(one));
  const imports = chosen.filter(isImport);
  const parts = chosen.filter((one) => !isImport(one));
  return { source: joined(imports, parts), parts, imports, isCertain };
}

export function joined(imports: readonly Statement[], parts: readonly Statement[]): string {
  const head = imports.map((one) => one.text).join("\n");
  let text = head;
  parts.forEach((one, at) => {
    const before = parts[at - 1];
    const gap = one.kind === "assignment" && before?.kind === "assignment" ? "\n" : "\n\n\n";
    text += text === "" ? one.text : (at === 0 && one.kind === "assignment" ? "\n\n" : gap) + one.text;
  });
  return `${text}\n`;
}

/** Puts another name in a name's place, outside of strings, comments and attributes. */
export function renamed(text: string, from: string, to: string): string {
  const { lines } = scan(text);
  const pattern = new RegExp(`(?<![\\w.])${from}(?!\\w)`, "g");
  return lines
    .map(({ text: line, code }) => {
      let shown = line;
      for (const match of [...code.matchAll(pattern)].reverse())
        shown = shown.slice(0, match.index) + to + shown.slice(match.index + from.length);
      return shown;
    })
    .join("\n");
}

function isImport(statement: Statement): boolean {
  return statement.kind === "import";
}

/** `else`, `elif`, `except` and `finally` belong to the statement before. */
function continues(code: readonly string[] | undefined, bare: string): boolean {
  return code !== undefined && /^(else|elif|except|finally)\b/.test(bare);
}

function namesIn(code: string): Set<string> {
  return new Set([...code.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)].map((match) => match[0]));
}

function statementOf(text: string[], code: string[]): Statement {
  while (text.length > 1 && text.at(-1)?.trim() === "") {
    text.pop();
    code.pop();
  }
  const joinedCode = code.join("\n");
  const bare = joinedCode.trim();
  const plain = { text: text.join("\n"), code: joinedCode };
  if (/^(import|from)\s/.test(bare)) return { ...plain, kind: "import", names: imported(bare) };
  const def = /^(?:@[\s\S]*?\n)*(?:def|class)\s+(\w+)/.exec(bare);
  if (def) return { ...plain, kind: "def", names: [def[1] ?? ""] };
  const assigned = /^([A-Za-z_]\w*)\s*(?::[^=]*)?=(?!=)[^=;]*$/.exec(withoutBrackets(bare));
  if (assigned) return { ...plain, kind: "assignment", names: [assigned[1] ?? ""] };
  const isMain = /^if\s+__name__\b/.test(bare);
  return { ...plain, kind: "other", names: isMain ? [] : bound(joinedCode) };
}

/** What a stretch of code gives names to, in whatever way. */
function bound(code: string): string[] {
  const bare = withoutBrackets(code);
  const names = [...bare.matchAll(/\b(?:def|class|import|as|for)\s+(\w+)/g)].map((match) => match[1] ?? "");
  for (const [, targets] of bare.matchAll(/\bfor\s+([^:\n]*?)\s+in\b/g))
    names.push(...namesIn(targets ?? ""));
  for (const part of bare.split(/[\n;]|:\s/)) {
    const targets = /^\s*([\w\s,*.]+?)\s*(?:[-+*/|&^%@]|\/\/|\*\*|<<|>>)?=(?!=)/.exec(part)?.[1];
    if (targets) names.push(...namesIn(targets));
  }
  return names;
}

/** A function's parameters and what its body assigns: these are its own, whatever the module calls so. */
function localNames(code: string): Set<string> {
  const head = /\bdef\s+\w+\s*/.exec(code);
  if (!head) return new Set();
  const from = head.index + head[0].length;
  let depth = 0;
  let end = from;
  for (; end < code.length; end++) {
    if ("([{".includes(code.charAt(end))) depth++;
    else if (")]}".includes(code.charAt(end)) && --depth === 0) break;
  }
  const parameters = withoutBrackets(code.slice(from + 1, end))
    .split(",")
    .map((one) => /\w+/.exec(one)?.[0] ?? "");
  return new Set([...parameters, ...bound(code.slice(end + 1))]);
}

/** Brackets with nothing in them, so that what stands inside is not taken for a statement. */
function withoutBrackets(code: string): string {
  let depth = 0;
  let bare = "";
  for (const letter of code) {
    if (")]}".includes(letter)) depth = Math.max(depth - 1, 0);
    if (depth === 0) bare += letter;
    if ("([{".includes(letter)) depth++;
  }
  return bare;
}

/** "import a.b as c, d" binds c and d; "from m import (x as y, z)" y and z. */
function imported(code: string): string[] {
  const list = /^from\b[\s\S]*?\bimport\b([\s\S]*)$/.exec(code)?.[1] ?? code.replace(/^import\b/, "");
  return list
    .replace(/[()\\]/g, " ")
    .split(",")
    .map((one) => /\bas\s+(\w+)/.exec(one)?.[1] ?? /(\w+)/.exec(one)?.[1] ?? "")
    .filter((name) => name !== "");
}

interface Line {
  text: string;
  /** Of equal length: comments and the insides of strings are spaces. */
  code: string;
  /** Whether a statement may start here: outside of brackets and strings, and no backslash before. */
  starts: boolean;
}

function scan(text: string): { lines: Line[]; isWhole: boolean } {
  const lines: Line[] = [];
  let depth = 0;
  let quote: string | null = null;
  let carried = false;
  let isBroken = false;
  for (const line of text.split("\n")) {
    const starts = depth === 0 && quote === null && !carried;
    let code = "";
    carried = false;
    for (let at = 0; at < line.length; ) {
      const rest = line.slice(at);
      if (quote !== null) {
        if (rest.startsWith("\\")) {
          code += " ".repeat(Math.min(2, rest.length));
          at += 2;
        } else if (rest.startsWith(quote)) {
          code += quote;
          at += quote.length;
          quote = null;
        } else {
          code += " ";
          at++;
        }
        continue;
      }
      const opened = /^("""|'''|"|')/.exec(rest)?.[0];
      const letter = rest.charAt(0);
      if (letter === "#") {
        code += " ".repeat(rest.length);
        break;
      }
      if (opened) quote = opened;
      else if ("([{".includes(letter)) depth++;
      else if (")]}".includes(letter)) depth = Math.max(depth - 1, 0);
      else if (letter === "\\" && rest.length === 1) carried = true;
      code += opened ?? letter;
      at += (opened ?? letter).length;
    }
    // A string in single quotes ends with its line, closed or not, unless a backslash carries it on.
    if (quote !== null && quote.length === 1 && !line.endsWith("\\")) {
      quote = null;
      isBroken = true;
    }
    lines.push({ text: line, code, starts });
  }
  return { lines, isWhole: !isBroken && depth === 0 && quote === null };
}
