// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepOver, keptDraft, putDraft } from "./draft";
import { history, setAside } from "./keeping/history";
import { read } from "./storage";
import { SmallStorage } from "./test/small-storage";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("a changed source is kept, and the starter again is not", () => {
  const kept = keepOver("p", "starter", "mine", "");
  expect(kept.keeping).toBe("kept");
  expect(keptDraft("p")?.source).toBe("mine");
  expect(keepOver("p", "starter", "starter", kept.stamp).keeping).toBe("starter");
  expect(read("draft:p")).toBeNull();
});

test("a full storage is said, and nothing else breaks", () => {
  vi.stubGlobal("localStorage", new SmallStorage(0));
  expect(keepOver("p", "starter", "mine", "").keeping).toBe("refused");
  expect(keptDraft("p")).toBeNull();
});

test("a draft that does not fit takes the place of the oldest of the history", () => {
  vi.stubGlobal("localStorage", new SmallStorage(700));
  setAside("q", "an old one".padEnd(150), 1);
  setAside("q", "a newer one", 2);
  expect(keepOver("p", "starter", "mine".padEnd(300), "").keeping).toBe("kept");
  expect(history("q").map((one) => one.source)).toEqual(["a newer one"]);
});

test("what another tab wrote since is told and left as it is", () => {
  const before = keepOver("p", "starter", "first", "");
  keepOver("p", "starter", "from another tab", before.stamp);
  const kept = keepOver("p", "starter", "mine", before.stamp);
  expect([kept.keeping, kept.theirs]).toEqual(["apart", "from another tab"]);
  expect(keptDraft("p")?.source).toBe("from another tab");
});

test("tabs that wrote the same are not apart", () => {
  const before = keepOver("p", "starter", "first", "");
  keepOver("p", "starter", "both", before.stamp);
  expect(keepOver("p", "starter", "both", before.stamp).theirs).toBeNull();
});

test("a draft that another gives way to can be found in the history", () => {
  putDraft("p", "starter", "mine");
  putDraft("p", "starter", "from a file");
  expect(keptDraft("p")?.source).toBe("from a file");
  expect(history("p").map((one) => one.source)).toEqual(["mine"]);
});
