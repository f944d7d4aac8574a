// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { type Action, actionFor, actions, perform, register } from "./actions";
import { matches, named } from "./keys";

const taken: (() => void)[] = [];
const done: string[] = [];

function add(...added: (Partial<Action> & { id: string })[]) {
  const whole = added.map((one) => ({
    title: one.id,
    group: "This page" as const,
    run: () => done.push(one.id),
    ...one,
  }));
  taken.push(register(() => whole));
}

const press = (key: string, held: Partial<KeyboardEventInit> = {}) =>
  new KeyboardEvent("keydown", { key, ...held });

afterEach(() => {
  for (const take of taken.splice(0)) take();
  done.length = 0;
});

test("what a part registers can be listed by group, done by name and taken back", () => {
  add({ id: "wrap", group: "Preferences" }, { id: "off", enabled: false });
  add({ id: "run" });
  expect(actions().map((one) => one.id)).toEqual(["run", "wrap"]);
  expect([perform("run"), perform("off"), perform("unknown")]).toEqual([true, false, false]);
  expect(done).toEqual(["run"]);
  for (const take of taken.splice(0)) take();
  expect(actions()).toEqual([]);
});

test("of two actions with the same keys the later enabled one has them", () => {
  add({ id: "cancel", keys: "Escape" }, { id: "close", keys: "Escape", enabled: false });
  expect(actionFor(press("Escape"))?.id).toBe("cancel");
  add({ id: "leave", keys: "Escape" });
  expect(actionFor(press("Escape"))?.id).toBe("leave");
});

test("keys match with their modifiers and no others", () => {
  expect(matches("Mod+Enter", press("Enter", { ctrlKey: true }), false)).toBe(true);
  expect(matches("Mod+Enter", press("Enter", { metaKey: true }), true)).toBe(true);
  expect(matches("Mod+Enter", press("Enter", { ctrlKey: true }), true)).toBe(false);
  expect(matches("Mod+Enter", press("Enter", { ctrlKey: true, shiftKey: true }), false)).toBe(false);
  // AltGr, with which many keyboards type brackets, arrives as Ctrl and Alt.
  expect(matches("Alt+Q", press("@", { ctrlKey: true, altKey: true, code: "KeyQ" }), false)).toBe(false);
  expect(matches("Alt+Q", press("œ", { altKey: true, code: "KeyQ" }), true)).toBe(true);
  expect(matches("?", press("?", { shiftKey: true }), false)).toBe(true);
});

test("keys are called what the machine calls them", () => {
  expect(named("Mod+Enter", false)).toEqual(["Ctrl", "Enter"]);
  expect(named("Mod+Enter", true)).toEqual(["⌘", "Enter"]);
  expect(named("Alt+ArrowRight", true)).toEqual(["⌥", "→"]);
});
