/** Edits that settle a marker, offered only where what to write is certain. */
import type { Marker } from "../props";
import { commentStart } from "./names";

/** A line that is replaced whole. line: from 1. */
export interface Fix {
  title: string;
  line: number;
  text: string;
}

export function fixesFor(marker: Marker, lines: readonly string[]): Fix[] {
  const text = lines[marker.line - 1];
  if (text === undefined) return [];
  const make = (title: string, changed: string | null, line = marker.line): Fix[] =>
    changed === null ? [] : [{ title, line, text: changed }];
  switch (marker.code) {
    case "boolean_on_block":
      return [
        ...make("Write & for “and”", joined(text, "and", "&")),
        ...make("Write | for “or”", joined(text, "or", "|")),
        ...make("Write ~ for “not”", inverted(text)),
      ];
    case "chained_comparison":
      return make("Compare twice, joined with &", unchained(text));
    case "masked_lanes":
      return [
        ...make("Give the load other=0.0", withOther(text, "0.0")),
        ...make('Give the load other=-float("inf")', withOther(text, '-float("inf")')),
      ];
    case "plain_global": {
      const written = /^(\w+) \(line (\d+)\).*`(\1 = tl\.constexpr\(.+?\))`/.exec(marker.message);
      const line = Number(written?.[2]);
      const before = lines[line - 1];
      if (!written?.[3] || before === undefined || !/^\w+\s*(:[^=]*)?=/.test(before)) return [];
      const comment = commentStart(before);
      const after = comment < 0 ? "" : `  ${before.slice(comment)}`;
      return make(`Make ${written[1]} a tl.constexpr`, written[3] + after, line);
    }
    default:
      return nearestName(marker, text);
  }
}

/** “Did you mean tl.load?” put into the place of what was written. */
function nearestName(marker: Marker, text: string): Fix[] {
  const name = /(?:Did you mean|Write) ([A-Za-z_][\w.]*?)[?.](?:\s|$)/.exec(marker.message)?.[1];
  if (!name || marker.column === null) return [];
  const from = marker.column - 1;
  const written = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/.exec(text.slice(from))?.[0];
  if (!written) return [];
  // A name alone stands for as much of a dotted one as it has parts.
  const parts = written.split(".");
  const meant = name.split(".");
  const count = parts[0] === meant[0] ? Math.min(parts.length, meant.length) : 1;
  const old = parts.slice(0, count).join(".");
  if (old === name) return [];
  const changed = text.slice(0, from) + name + text.slice(from + old.length);
  return [{ title: `Write ${name}`, line: marker.line, text: changed }];
}

interface Span {
  start: number;
  end: number;
}

/** `a < b and c < d` with a symbol in place of the word, and parentheses around each comparison. */
function joined(text: string, word: "and" | "or", symbol: string): string | null {
  const found = words(text, word);
  if (found.length !== 1) return null;
  const at = found[0] ?? 0;
  const whole = extent(text, at);
  if (!whole) return null;
  const left = text.slice(whole.start, at).trim();
  const right = text.slice(at + word.length, whole.end).trim();
  if (left === "" || right === "" || /\b(and|or|not|if|else|lambda)\b/.test(`${left} ${right}`)) return null;
  const changed = `${enclosed(left)} ${symbol} ${enclosed(right)}`;
  return replaced(text, whole, changed);
}

function inverted(text: string): string | null {
  const found = words(text, "not");
  if (found.length !== 1) return null;
  const at = found[0] ?? 0;
  if (/\bis\s*$/.test(text.slice(0, at)) || /^not\s+in\b/.test(text.slice(at))) return null;
  const rest = text.slice(at + 3).trimStart();
  const name = /^[A-Za-z_]\w*(?=\s*(?:[,)\]:#]|$))/.exec(rest)?.[0];
  const operand = name ?? (rest.startsWith("(") ? rest.slice(0, closing(rest, 0) + 1) : "");
  return operand === "" ? null : `${text.slice(0, at)}~${rest}`;
}

/** `a <= b < c` as two comparisons. */
function unchained(text: string): string | null {
  const signs = comparisons(text);
  if (signs.length !== 2) return null;
  const [first, second] = signs as [Span, Span];
  const whole = extent(text, first.start);
  if (!whole || second.end > whole.end) return null;
  const middle = text.slice(first.end, second.start).trim();
  const left = text.slice(whole.start, first.start).trim();
  const right = text.slice(second.end, whole.end).trim();
  if (!left || !middle || !right || /\b(and|or|not|if|else)\b/.test(text.slice(whole.start, whole.end)))
    return null;
  const signOf = ({ start, end }: Span) => text.slice(start, end);
  const changed = `(${left} ${signOf(first)} ${middle}) & (${middle} ${signOf(second)} ${right})`;
  return replaced(text, whole, changed);
}

/** The one masked load of a line, with a value for its masked lanes. */
function withOther(text: string, value: string): string | null {
  const loads = [...text.matchAll(/\btl\.load\s*\(/g)];
  const load = loads[0];
  if (loads.length !== 1 || !load) return null;
  const open = load.index + load[0].length - 1;
  const close = closing(text, open);
  if (close < 0) return null;
  const inside = text.slice(open + 1, close);
  if (/\bother\s*=/.test(inside)) return null;
  return `${text.slice(0, close).replace(/,\s*$/, "")}, other=${value}${text.slice(close)}`;
}

/** Where a word stands as a word of its own, outside texts and comments. */
function words(text: string, word: string): number[] {
  const code = blanked(text);
  return [...code.matchAll(new RegExp(`\\b${word}\\b`, "g"))].map((match) => match.index);
}

function comparisons(text: string): Span[] {
  const code = blanked(text);
  return [...code.matchAll(/<=|>=|==|!=|<(?!<)|>(?!>)/g)]
    .filter((match) => !"<>".includes(code[match.index - 1] ?? " "))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** The expression around a place: up to the bracket, comma, assignment or keyword that bounds it. */
function extent(text: string, at: number): Span | null {
  const code = blanked(text);
  let start = 0;
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    const char = code[i] ?? "";
    if (")]}".includes(char)) depth++;
    else if ("([{".includes(char) && depth-- === 0) {
      start = i + 1;
      break;
    } else if (depth === 0 && (char === "," || (char === "=" && isAssignment(code, i)))) {
      start = i + 1;
      break;
    }
  }
  if (depth > 0) return null; // it goes on over other lines
  if (start === 0) start = /^\s*(?:return\b|if\b|elif\b|while\b|assert\b)?\s*/.exec(code)?.[0].length ?? 0;
  let end = code.length;
  depth = 0;
  for (let i = at; i < code.length; i++) {
    const char = code[i] ?? "";
    if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) {
      if (depth-- === 0) {
        end = i;
        break;
      }
    } else if (
      depth === 0 &&
      (char === "," || char === "#" || (char === ":" && /^\s*(if|elif|while)\b/.test(code)))
    ) {
      end = i;
      break;
    }
  }
  return depth > 0 ? null : { start, end };
}

function isAssignment(code: string, at: number): boolean {
  return code[at + 1] !== "=" && !"=<>!".includes(code[at - 1] ?? "");
}

function enclosed(part: string): string {
  const isWrapped = part.startsWith("(") && closing(part, 0) === part.length - 1;
  const isPlain = /^[\w.]+$/.test(part);
  return isWrapped || isPlain ? part : `(${part})`;
}

/** The bracket that closes the one at `open`, or -1. */
function closing(text: string, open: number): number {
  const code = blanked(text);
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if ("([{".includes(code[at] ?? " ")) depth++;
    else if (")]}".includes(code[at] ?? " ") && --depth === 0) return at;
  }
  return -1;
}

/** The line with its texts and comment blanked out, as long as before. */
function blanked(text: string): string {
  const comment = commentStart(text);
  const code = comment < 0 ? text : text.slice(0, comment) + " ".repeat(text.length - comment);
  return code.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, (found) => " ".repeat(found.length));
}

/** The span with other words in it; the space around it stays. */
function replaced(text: string, { start, end }: Span, changed: string): string {
  const before = /^\s*/.exec(text.slice(start, end))?.[0] ?? "";
  const after = /\s*$/.exec(text.slice(start, end))?.[0] ?? "";
  return text.slice(0, start) + before + changed + after + text.slice(end);
}
