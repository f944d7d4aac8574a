import { expect, test } from "vitest";
import { highlight } from "./highlight";

const parts = (source: string) =>
  highlight(source).map((line) =>
    line.filter(({ part }) => part !== "plain").map(({ part, text }) => `${part}:${text}`),
  );

test("the parts of a kernel are told apart", () => {
  expect(parts("@triton.jit\ndef add(x_ptr):\n    return tl.load(x_ptr + 1) + 10.0  # ten")).toEqual([
    ["dec:@triton.jit"],
    ["key:def", "name:add", "name:x_ptr"],
    ["key:return", "fn:tl.load", "name:x_ptr", "num:1", "num:10.0", "com:# ten"],
  ]);
});

test("a number sign in a string is no comment, and a digit in a name no number", () => {
  expect(parts("print('# 1', B0)")).toEqual([["name:print", "str:'# 1'", "name:B0"]]);
});

test("nothing of a source is lost, also where it is no Python", () => {
  for (const source of [
    "",
    "\n\n",
    'x = "open\ny = 1',
    '"""a\nb"""\nz',
    "ünïcode = 'ß' # é",
    "1e-3 0xff @ $",
  ]) {
    expect(
      highlight(source)
        .map((line) => line.map(({ text }) => text).join(""))
        .join("\n"),
    ).toBe(source);
  }
});
