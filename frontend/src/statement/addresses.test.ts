import { expect, test } from "vitest";
import { decode, encode, format, parse } from "./addresses";
import { P, S } from "./characters";

test("an address is encoded once", () => {
  expect(encode("/a b/ä?q=%20#100%")).toBe("/a%20b/%C3%A4?q=%20#100%25");
  expect(encode(encode("/a b"))).toBe("/a%20b");
});

test("half of a pair of code units is no error", () => {
  expect(encode("/\ud800")).toBe("/%EF%BF%BD");
});

test("an address that cannot be decoded stays as it is", () => {
  expect(decode("/a%20b")).toBe("/a b");
  expect(decode("/100%")).toBe("/100%");
});

test("an address comes back whole", () => {
  expect(format(parse("https://example.org/x?y#z"))).toBe("https://example.org/x?y#z");
});

test("punctuation and signs are told from letters", () => {
  expect([P, S].map((kind) => ["!", "。", "+", "a", "ß"].map((sign) => kind.test(sign)))).toEqual([
    [true, true, false, false, false],
    [false, false, true, false, false],
  ]);
});
