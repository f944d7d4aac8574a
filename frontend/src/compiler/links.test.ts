import { expect, test } from "vitest";
import { becameWords, leading, placesByLine, reachesMemory } from "./links";

test("places of a form are found by the line that they came from", () => {
  const places = placesByLine({ lines: [0, 3, 3, 5, 3] });
  expect(places.get(3)).toEqual([1, 2, 4]);
  expect(places.get(5)).toEqual([3]);
  expect(places.has(0)).toBe(false);
});

test("what a line became is one sentence", () => {
  const memory = [{ op: "load" as const, line: 10, bits: 32, count: 4 }];
  expect(becameWords(10, 10, 36, memory)).toBe("Line 10 became 10 of 36 lines; in all 4 loads of 32 bit.");
  expect(becameWords(11, 1, 36, memory)).toBe("Line 11 became 1 of 36 lines.");
  expect(becameWords(2, 0, 36, memory)).toBe("Line 2 became nothing in this form.");
});

test.each([
  ["@%p1 ld.global.v4.b32 { %r1 }, [ %rd1 + 0 ];", true],
  ["ld.param.b64 %rd3, [kernel_param_0];", false],
  ["st.shared.b32 [%r36], %r32;", false],
  ["@!P0 LDG.E.128 R4, desc[UR6][R8.64] ;", true],
  ["buffer_store_dwordx2 v[0:1], v4, s[4:7], 0 offen", true],
  ["%x_7 = tt.load %x_6, %mask_5", true],
])("%s reaches memory: %s", (text, reaches) => {
  expect(reachesMemory(text)).toBe(reaches);
});

test("few leading lines are not folded", () => {
  expect(leading({ lines: [0, 0, 1] })).toBe(0);
  expect(leading({ lines: [0, 0, 0, 0, 0, 1] })).toBe(5);
  expect(leading({ lines: [0, 0] })).toBe(0);
});
