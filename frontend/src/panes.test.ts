// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { bounds, fitted, keepWidths, keptWidths } from "./panes";

test("until they are moved, panes are as wide as in the design", () => {
  expect(fitted("three", 1440, {})).toEqual({ statement: 304, results: 616 });
  expect(fitted("three", 2560, {})).toEqual({ statement: 400, results: 880 });
});

test.each([1280, 1366, 1440, 1920, 3840])(
  "at %i px the editor keeps its 320 px whatever was wished",
  (window) => {
    for (const wished of [{}, { statement: 480, results: 880 }, { statement: 9000 }, { results: -5 }]) {
      const { statement, results } = fitted("three", window, wished);
      expect(window - statement - results).toBeGreaterThanOrEqual(320);
      expect(statement).toBeGreaterThanOrEqual(240);
      expect(statement).toBeLessThanOrEqual(480);
      expect(results).toBeGreaterThanOrEqual(560);
      expect(results).toBeLessThanOrEqual(880);
    }
  },
);

test.each([721, 1024, 1279])("at %i px two panes share the window", (window) => {
  const { results } = fitted("two", window, { results: 2000 });
  expect(window - results).toBeGreaterThanOrEqual(320);
  expect(bounds("two", "results", window, 0).rest).toBeGreaterThanOrEqual(400);
});

test("widths are kept for each layout apart", () => {
  keepWidths("three", { statement: 300 });
  keepWidths("two", { results: 500 });
  expect(keptWidths("three")).toEqual({ statement: 300 });
  expect(keptWidths("two")).toEqual({ results: 500 });
  expect(keptWidths("one")).toEqual({});
});
