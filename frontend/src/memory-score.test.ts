import { expect, test } from "vitest";
import { memoryTold } from "./memory-score";
import { caseVerdict, verdict } from "./test/samples";

const counted = (loaded: number, stored: number, least: [number, number] | null, name = "as-stated") =>
  caseVerdict({
    name,
    title: name,
    memory: { loaded, stored, least_loaded: least?.[0] ?? null, least_stored: least?.[1] ?? null },
  });

test("a kernel that moves the least is told so, with what it moved", () => {
  const told = memoryTold(verdict({ cases: [counted(200, 200, [200, 200])] }), "as-stated");
  expect(told).toMatchObject({ moved: 400, least: 400, beside: "elements, the least possible", next: null });
  expect(told?.sentence).toContain("200 loaded, 200 stored.");
});

test("more than the least is told with how much more, and what to try", () => {
  const told = memoryTold(verdict({ cases: [counted(1800, 1400, [1000, 1400])] }), "as-stated");
  expect(told).toMatchObject({ moved: 3200, least: 2400, beside: "elements; 2,400 would do" });
  expect(told?.sentence).toContain("800 loads more than needed");
  expect(told?.next).toMatch(/^Load less/);
  expect(memoryTold(verdict({ cases: [counted(10, 12, [10, 10])] }), "x")?.next).toMatch(/^Store less/);
});

test("less than reckoned is the least, and where nothing is stated nothing is said of it", () => {
  expect(memoryTold(verdict({ cases: [counted(5, 10, [10, 10])] }), "x")?.next).toBeNull();
  expect(memoryTold(verdict({ cases: [counted(5, 10, null)] }), "x")).toMatchObject({
    least: null,
    moved: 15,
  });
});

test("the chosen case counts where it was counted, else the first that was", () => {
  const cases = [caseVerdict({ name: "bare" }), counted(1, 1, null, "one"), counted(2, 2, null, "two")];
  expect(memoryTold(verdict({ cases }), "two")?.moved).toBe(4);
  expect(memoryTold(verdict({ cases }), "bare")?.title).toBe("one");
  expect(memoryTold(verdict({ cases: [] }), "one")).toBeNull();
});
