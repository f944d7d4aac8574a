import { expect, test } from "vitest";
import { codeOf, notebookOf } from "./notebook";

const cell = (cell_type: string, source: unknown) => ({ cell_type, source, metadata: {} });
const book = (...cells: unknown[]) => ({ nbformat: 4, nbformat_minor: 0, metadata: {}, cells });

test("code cells are joined, whether their source is text or lines; prose is left out", () => {
  const found = codeOf(
    book(cell("markdown", "# Puzzle 1"), cell("code", ["import triton\n", "x = 1"]), cell("code", "y = 2\n")),
  );
  expect(found).toEqual({ source: "import triton\nx = 1\n\n\ny = 2\n", cells: 2, setAside: 0 });
});

test("what only a notebook understands is left out and counted", () => {
  const found = codeOf(
    book(
      cell("code", "!pip install triton\n%matplotlib inline\nimport triton\ntriton.jit?"),
      cell("code", "%%bash\necho hello"),
      cell("code", "%%time\nx = (5\n  % 3)"),
    ),
  );
  expect(found?.source).toBe("import triton\n\n\nx = (5\n  % 3)\n");
  expect(found?.setAside).toBe(6);
});

test("what is no notebook is told apart, and a damaged one does no harm", () => {
  expect(codeOf({ cells: [] })).toBeNull();
  expect(codeOf(null)).toBeNull();
  expect(codeOf([1])).toBeNull();
  expect(codeOf(book(null, 5, cell("code", { not: "text" }), cell("code", [1])))?.cells).toBe(0);
});

test("a notebook of the third format is read", () => {
  expect(
    codeOf({ nbformat: 3, worksheets: [{ cells: [{ cell_type: "code", input: ["x = 1"] }] }] })?.source,
  ).toBe("x = 1\n");
});

test("what is made can be read again, and has what the format asks for", () => {
  const made = JSON.parse(
    notebookOf([
      { kind: "markdown", text: "# Mine" },
      { kind: "code", text: "import triton\n\nx = 1\n" },
    ]),
  );
  expect([made.nbformat, made.nbformat_minor]).toEqual([4, 5]);
  expect(made.cells[1]).toEqual({
    cell_type: "code",
    execution_count: null,
    id: "cell-2",
    metadata: {},
    outputs: [],
    source: ["import triton\n", "\n", "x = 1"],
  });
  expect(codeOf(made)?.source).toBe("import triton\n\nx = 1\n");
});
