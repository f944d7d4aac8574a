import { expect, test } from "vitest";
import { found } from "./search";

const entries = [
  { title: "Run your kernel" },
  { title: "Go to puzzle 1. Constant add" },
  { title: "Go to puzzle 12. Quantised matrix multiplication" },
  { title: "Wrap long lines", also: "editor word" },
  { title: "Go to puzzle 7. Long sum" },
];
const titles = (typed: string) => found(typed, entries).map((entry) => entry.title);

test("every typed word begins a word of what is found", () => {
  expect(titles("lo su")).toEqual(["Go to puzzle 7. Long sum"]);
  expect(titles("editor")).toEqual(["Wrap long lines"]);
  expect(titles("ong")).toEqual([]);
});

test("a whole word comes before the beginning of one", () => {
  expect(titles("1")).toEqual([
    "Go to puzzle 1. Constant add",
    "Go to puzzle 12. Quantised matrix multiplication",
  ]);
});

test("nothing typed finds all, in their order", () => {
  expect(titles("  ")).toEqual(entries.map((entry) => entry.title));
});
