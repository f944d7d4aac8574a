import { expect, test } from "vitest";
import { columnsShown, groups, heightOf, inView, openAtFirst, rows, split, tableLines, tops } from "./rows";
import { parts, search } from "./search";
import { parse, pieces } from "./tensors";

const MATRIX = ["two [[ 0  1  2  3]", " [ 4  5  6  7]]"];

test("a printed block is read to its last character, numbers as they were printed", () => {
  expect(parse("x [ 1.5        -2.0000002   nan  inf 1e-05]")).toEqual([
    { label: "x", shape: [5], cells: ["1.5", "-2.0000002", "nan", "inf", "1e-05"] },
  ]);
  expect(parse(MATRIX.join("\n"))?.[0]).toMatchObject({ label: "two", shape: [2, 4] });
});

test("a device print loses the program's id, which the head of its group says", () => {
  expect(parse("(1, 0, 0)  offs:  [0x01 0x02 0x03 0x04 0x05]")?.[0]?.label).toBe("offs");
});

test("one statement may print several blocks", () => {
  expect(parse("both [0 1 2 3 4] [True False True True True]")?.map((tensor) => tensor.cells.length)).toEqual(
    [5, 5],
  );
});

test("three axes keep their shape", () => {
  const text = "[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]";
  expect(parse(text)?.[0]).toMatchObject({ shape: [2, 2, 2], label: "" });
});

test.each([
  ["too few numbers", "pid [0]"],
  ["words among the numbers", "x [1 2 three 4 5 6]"],
  ["text after the block", "x [1 2 3 4 5] done"],
  ["rows of unlike lengths", "x [[1 2 3] [4 5]]"],
  ["numbers beside a bracket", "x [[1 2 3] 4 5 6]"],
  ["an open bracket", "x [1 2 3 4 5"],
  ["numbers left out", "x [1 2 ... 4 5 6]"],
  ["nothing in it", "x []"],
])("%s stays text", (_, text) => {
  expect(parse(text)).toBeNull();
});

test("pieces cover all lines once, and a bracket that never closes swallows nothing", () => {
  const lines = ["hello", ...MATRIX, "open [1 2", "x [1 2 3 4 5]"];
  const found = pieces(lines);
  expect(found.map((piece) => [piece.from, piece.to, piece.tensors.length])).toEqual([
    [0, 1, 0],
    [1, 3, 1],
    [3, 4, 0],
    [4, 5, 1],
  ]);
});

const block = (program: number, text: string) => ({ case: "as-stated", program: [program], text });

test("text is grouped by program, in the order in which programs first spoke", () => {
  const all = groups([block(1, "a\n"), block(0, "b"), block(1, "c\nd")]);
  expect(all.map((group) => [group.program, group.lines])).toEqual([
    [[1], ["a", "c", "d"]],
    [[0], ["b"]],
  ]);
  expect(split("")).toEqual([]);
  expect(split("a\n\n")).toEqual(["a", ""]);
});

test("rows have the heights that they are drawn with, and only those in view are found", () => {
  const all = groups([block(0, "line\n".repeat(2000))]);
  const shown = rows(all, { isOpen: () => true, isTable: () => true });
  const starts = tops(shown);
  expect(shown.length).toBe(2001);
  expect(starts.at(-1)).toBe(28 + 2000 * 16);
  const [first, end] = inView(starts, 16000, 16500);
  expect(end - first).toBeLessThan(40);
  expect(starts[first]).toBeLessThanOrEqual(16000);
  expect(starts[end]).toBeGreaterThanOrEqual(16500);
});

test("long output is folded after the first groups, but never its end", () => {
  const all = groups([0, 1, 2, 3].map((program) => block(program, "line\n".repeat(300))));
  expect([...openAtFirst(all)]).toEqual(["as-stated 0", "as-stated 1", "as-stated 3"]);
});

test("a folded group is one row", () => {
  const all = groups([block(0, MATRIX.join("\n"))]);
  expect(rows(all, { isOpen: () => false, isTable: () => true }).map((row) => row.kind)).toEqual(["head"]);
  const open = rows(all, { isOpen: () => true, isTable: () => true });
  expect(open.map((row) => row.kind)).toEqual(["head", "tools", "table"]);
  expect(open.map(heightOf)).toEqual([28, 24, 3 * 21 + 8]);
  const text = rows(all, { isOpen: () => true, isTable: () => false });
  expect(text.map((row) => row.kind)).toEqual(["head", "tools", "line", "line"]);
});

test("large blocks show their first and last rows and columns", () => {
  expect(columnsShown(32)).toEqual([0, 1, 2, 3, null, 29, 30, 31]);
  expect(tableLines([32, 32])).toEqual([0, 1, 2, 3, null, 30, 31]);
  expect(tableLines([32])).toEqual([0, 1, 2, 3]);
  expect(tableLines([2, 3, 4])).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a search finds every occurrence in all groups, whatever the case of its letters", () => {
  const all = groups([block(0, "Row 1 row 2\nnothing\n"), block(1, "ROW 3")]);
  const hits = search(all, "row");
  expect(hits.map((hit) => [hit.group.key, hit.line, hit.from])).toEqual([
    ["as-stated 0", 0, 0],
    ["as-stated 0", 0, 6],
    ["as-stated 1", 0, 0],
  ]);
  expect(parts("Row 1 row 2", hits.slice(0, 2))).toEqual(["", "Row", " 1 ", "row", " 2"]);
  expect(search(all, "  ")).toEqual([]);
});
