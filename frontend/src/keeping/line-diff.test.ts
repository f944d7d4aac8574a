import { expect, test } from "vitest";
import { counted, diffLines, folded } from "./line-diff";

const marked = (before: string, after: string) =>
  diffLines(before, after).map((line) => `${{ same: " ", removed: "-", added: "+" }[line.kind]}${line.text}`);

test("only what changed is marked, with the line numbers of its side", () => {
  expect(marked("a\nb\nc\nd\n", "a\nc\nx\nd\n")).toEqual([" a", "-b", " c", "+x", " d"]);
  expect(diffLines("a\nb\n", "a\nc\n")).toEqual([
    { kind: "same", text: "a", before: 1, after: 1 },
    { kind: "removed", text: "b", before: 2, after: null },
    { kind: "added", text: "c", before: null, after: 2 },
  ]);
});

test("both sides can be put together again from it, whatever they are", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const text = () => Array.from({ length: random(12) }, () => "abc"[random(3)]).join("\n");
  for (let turn = 0; turn < 500; turn++) {
    const [before, after] = [text(), text()];
    const lines = diffLines(before, after);
    const side = (kind: string) => lines.filter((line) => line.kind !== kind).map((line) => line.text);
    expect(side("added").join("\n")).toBe(before.replace(/\n$/, ""));
    expect(side("removed").join("\n")).toBe(after.replace(/\n$/, ""));
  }
});

test("two long files with nothing in common are shown as replaced", () => {
  const long = (mark: string) => Array.from({ length: 3000 }, (_, at) => `${mark}${at}`).join("\n");
  expect(counted(diffLines(long("a"), long("b")))).toBe("3000 lines added, 3000 removed");
});

test("equal stretches fold to their length", () => {
  const long = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const changed = [...long.slice(0, 10), "new", ...long.slice(10)].join("\n");
  const shown = folded(diffLines(long.join("\n"), changed));
  expect(shown.filter((one) => typeof one === "number")).toEqual([8, 8]);
  expect(shown).toHaveLength(7);
});

test("it is said in words", () => {
  expect(counted(diffLines("a\n", "a\n"))).toBe("The same as your draft");
  expect(counted(diffLines("a\n", "a\nb\n"))).toBe("1 line added");
  expect(counted(diffLines("a\nb\n", "c\n"))).toBe("1 line added, 2 removed");
});
