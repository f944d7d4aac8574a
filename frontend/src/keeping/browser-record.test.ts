// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { keptDraft, putDraft } from "../draft";
import { records, remember } from "../record";
import { type BrowserRecord, differing, mergeRecord, parseRecord, recordText } from "./browser-record";
import { add, history } from "./history";

beforeEach(() => localStorage.clear());

const read = (text: string) => parseRecord(JSON.parse(text)) as BrowserRecord;

test("what one browser exports, an empty one takes as it was", () => {
  putDraft("p", "starter", "my draft");
  add("p", { id: "s1", source: "a run", outcome: "passed", sentence: "Right.", at: 5 });
  remember("p", "passed", "Right.", 5);
  const text = recordText(new Date(0));
  localStorage.clear();
  expect(mergeRecord(read(text), false)).toBe(true);
  expect(recordText(new Date(0))).toBe(text);
});

test("of two drafts that differ the one that gives way goes to the history", () => {
  putDraft("p", "starter", "theirs");
  const record = read(recordText(new Date(0)));
  for (const [takes, kept, aside] of [
    [false, "mine", "theirs"],
    [true, "theirs", "mine"],
  ] as const) {
    localStorage.clear();
    putDraft("p", "starter", "mine");
    expect(differing(record)).toEqual(["p"]);
    mergeRecord(record, takes);
    expect(keptDraft("p")?.source).toBe(kept);
    expect(history("p").map((one) => one.source)).toEqual([aside]);
  }
});

test("solved in either is solved, and the later run is the last", () => {
  remember("p", "passed", "Right.", 1);
  const record = read(recordText(new Date(0)));
  localStorage.clear();
  remember("p", "time_limit", "Too long.", 2);
  mergeRecord(record, false);
  expect(records().p).toEqual({ runs: 1, solved: true, outcome: "time_limit", sentence: "Too long.", at: 2 });
});

test("a newer record is told apart, and what is malformed in one is left out", () => {
  expect(parseRecord({ format: "triton-playground-record", version: 2 })).toBe("newer");
  expect(parseRecord({ cells: [] })).toBeNull();
  expect(parseRecord("text")).toBeNull();
  const found = parseRecord({
    format: "triton-playground-record",
    version: 1,
    drafts: { p: { source: 5 }, "../q": { source: "x" }, r: { source: "good" } },
    history: { p: [{ source: "x" }, null], r: "no" },
    records: { p: { runs: "3" }, r: { runs: 1, solved: true, outcome: "nonsense", sentence: "", at: 1 } },
  });
  expect(found).toEqual({ drafts: { r: { source: "good", saved_at: 0 } }, history: {}, records: {} });
});
