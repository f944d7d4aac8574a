import { expect, test } from "vitest";
import { GROUPS } from "./entries";
import { glossaryPath, LINKED_ANCHORS } from "./terms";

const entries = GROUPS.flatMap((group) => group.entries);
const ids = entries.map(({ id }) => id);

test("every entry has an anchor of its own, and every reference leads somewhere", () => {
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(25);
  for (const { id, see } of entries)
    for (const other of see ?? []) expect(ids, `${id} sees ${other}`).toContain(other);
  for (const anchor of LINKED_ANCHORS) expect(ids).toContain(anchor);
});

test("a word of a statement leads to its entry, and other words to nothing", () => {
  expect(glossaryPath("Program id")).toBe("/glossary#program-id");
  expect(glossaryPath("blocks")).toBe("/glossary#block");
  for (const word of ["", "constructor", "shift", "both"]) expect(glossaryPath(word)).toBeNull();
});
