/** The parts of Python source that are drawn apart, for code that is read and not written. */

/** What the class `c-` and this name draw; `name` is a bare identifier, `plain` all else. */
export type Part = "key" | "num" | "str" | "com" | "dec" | "fn" | "name" | "plain";

export interface Token {
  part: Part;
  text: string;
}

const KEYWORDS = new Set(
  "and as assert break continue def elif else False for from if import in is lambda None not or pass return True while".split(
    " ",
  ),
);

const PATTERN =
  /(?<com>#.*)|(?<str>"""[\s\S]*?"""|'''[\s\S]*?'''|[rf]?"(?:\\.|[^"\\\n])*"|[rf]?'(?:\\.|[^'\\\n])*')|(?<dec>@[\w.]+)|(?<fn>\b(?:tl|triton)(?:\.\w+)+)|(?<num>\b(?:0x[\da-f]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?)\b)|(?<name>[A-Za-z_]\w*)/gi;

/** One list of tokens a line; a string over several lines is cut at their ends. */
export function highlight(source: string): Token[][] {
  const lines: Token[][] = [[]];
  const add = (part: Part, text: string) => {
    text.split("\n").forEach((piece, at) => {
      if (at > 0) lines.push([]);
      if (piece) lines.at(-1)?.push({ part, text: piece });
    });
  };
  let end = 0;
  for (const match of source.matchAll(PATTERN)) {
    add("plain", source.slice(end, match.index));
    add(partOf(match), match[0]);
    end = match.index + match[0].length;
  }
  add("plain", source.slice(end));
  return lines;
}

function partOf(match: RegExpMatchArray): Part {
  if (match.groups?.name !== undefined) return KEYWORDS.has(match[0]) ? "key" : "name";
  const [part] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ["plain"];
  return part as Part;
}
