import { expect, test } from "vitest";
import { linearProgram, NOTHING, programAt, SelectionStore } from "./selection";

test("a change keeps what it does not name, and followers hear of it once", () => {
  const store = new SelectionStore();
  const heard: unknown[] = [];
  const end = store.follow((selection) => heard.push(selection));
  store.select({ line: 12, origin: "editor" });
  store.select({ cell: { tensor: "z", index: 200 }, origin: "editor" });
  store.select({ cell: { tensor: "z", index: 200 }, origin: "editor" });
  expect(store.current).toEqual({
    ...NOTHING,
    line: 12,
    cell: { tensor: "z", index: 200 },
    origin: "editor",
  });
  expect(heard).toHaveLength(2);
  end();
  store.select({ line: null, origin: "picture" });
  expect(heard).toHaveLength(2);
});

test("a program has one linear id and one place in the grid", () => {
  expect(linearProgram([2, 1], [4, 3])).toBe(6);
  expect(programAt(6, [4, 3])).toEqual([2, 1]);
  expect(linearProgram([1, 2, 3], [2, 3, 4])).toBe(1 + 2 * (2 + 3 * 3));
  expect(programAt(23, [2, 3, 4])).toEqual([1, 2, 3]);
  expect(programAt(5, [7])).toEqual([5]);
});
