import { expect, test } from "vitest";
import { readFile } from "./read-file";

const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);
const problem = (name: string, content: string | Uint8Array<ArrayBuffer>) =>
  readFile(file(name, content)).then(
    () => "",
    (error: Error) => error.message,
  );

test("a Python file is taken as Windows editors write it", async () => {
  expect(await readFile(file("mine.py", "\uFEFFdef a():\r\n    pass\r\n"))).toEqual({
    kind: "kernels",
    name: "mine.py",
    source: "def a():\n    pass\n",
    notes: [],
  });
});

test("a notebook is known by what it holds, and says what was set aside", async () => {
  const cells = [{ cell_type: "code", source: "!pip install triton\nx = 1" }];
  const found = await readFile(file("mine.txt", JSON.stringify({ nbformat: 4, cells })));
  expect(found).toMatchObject({ source: "x = 1\n", notes: ["1 line with % or ! was set aside."] });
});

test("what is of no use is said in plain words", async () => {
  expect(await problem("a.ipynb", "{")).toContain("a.ipynb is not a notebook");
  expect(await problem("a.ipynb", '{"cells": 5}')).toContain("it has no cells");
  expect(await problem("a.ipynb", '{"nbformat": 4, "cells": []}')).toContain("without a cell of Python");
  expect(await problem("a.json", "[1]")).toContain("neither a notebook nor a record");
  expect(await problem("a.py", "  \n")).toBe("a.py is empty.");
  expect(await problem("a.png", new Uint8Array([137, 80, 78, 71, 0]))).toContain("is not a text file");
  expect(await problem("a.py", "x\0y")).toContain("is not a text file");
  expect(await problem("a.py", "#".repeat(70_000))).toContain("69 KiB of code. At most 64 KiB");
  expect(await problem("r.json", '{"format": "triton-playground-record", "version": 9}')).toContain(
    "newer version",
  );
});
