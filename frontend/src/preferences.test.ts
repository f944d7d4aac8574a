// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

const fresh = () => import("./preferences");

test("what is preferred is kept, shown and within bounds", async () => {
  const { prefer, preferences } = await fresh();
  prefer({ theme: "dark", contrast: "more", fontSize: 99 });
  expect(document.documentElement.dataset).toMatchObject({ theme: "dark", contrast: "more" });
  expect(preferences().fontSize).toBe(20);
  vi.resetModules();
  expect((await fresh()).preferences()).toMatchObject({ theme: "dark", contrast: "more", fontSize: 20 });
});

test("a theme that an earlier version kept is taken over", async () => {
  localStorage.setItem("playground:theme", JSON.stringify({ schema: 1, value: "dark" }));
  expect((await fresh()).preferences().theme).toBe("dark");
});

test("what cannot be read falls back, one by one", async () => {
  const value = { theme: "purple", contrast: 3, vim: "yes", wrap: false, fontSize: "big" };
  localStorage.setItem("playground:preferences", JSON.stringify({ schema: 1, value }));
  const { DEFAULTS, preferences } = await fresh();
  expect(preferences()).toEqual({ ...DEFAULTS, wrap: false });
});
