/** What a demo prints, beside what it should: line by line, with white space folded. */

export interface LinePair {
  yours: string;
  expected: string;
  same: boolean;
}

export function pairLines(yours: string, expected: string): LinePair[] {
  const left = split(yours);
  const right = split(expected);
  // Where only the folding of white space differs, so that lines fall apart, no line is wrong.
  const all = fold(yours) === fold(expected);
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => {
    const pair = { yours: left[at] ?? "", expected: right[at] ?? "" };
    return { ...pair, same: all || fold(pair.yours) === fold(pair.expected) };
  });
}

function split(text: string): string[] {
  const trimmed = text.replace(/^\n+|\s+$/g, "");
  return trimmed === "" ? [] : trimmed.split("\n");
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
