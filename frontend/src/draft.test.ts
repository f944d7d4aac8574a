import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keep } from "./draft";
import { read, write } from "./storage";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("a changed source is kept, and the starter again is not", () => {
  expect(keep("p", "starter", "mine")).toBe("kept");
  expect(read<{ source: string }>("draft:p")?.source).toBe("mine");
  expect(keep("p", "starter", "starter")).toBe("starter");
  expect(read("draft:p")).toBeNull();
});

test("a full storage is said, and nothing else breaks", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  expect(keep("p", "starter", "mine")).toBe("refused");
});

test("what another version or another program wrote is not read", () => {
  localStorage.setItem("playground:draft:p", JSON.stringify({ schema: 99, value: { source: "x" } }));
  expect(read("draft:p")).toBeNull();
  localStorage.setItem("playground:draft:p", "{not json");
  expect(read("draft:p")).toBeNull();
  expect(write("draft:p", 1)).toBe(true);
  expect(read("draft:p")).toBe(1);
});
