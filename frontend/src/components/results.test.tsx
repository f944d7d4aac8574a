// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IDLE, type RunState } from "../run/state";
import { INVALID, PUZZLE, verdict, WRONG } from "../test/samples";
import { GoToLine } from "./line-link";
import { Results } from "./results";

let root: HTMLElement;
const goTo = vi.fn();

beforeEach(() => {
  root = document.body.appendChild(document.createElement("div"));
  goTo.mockReset();
});
afterEach(() => {
  render(null, root);
  root.remove();
  vi.unstubAllGlobals();
});

function show(run: Partial<RunState>, missingWorkers: string | null = null) {
  act(() =>
    render(
      <GoToLine.Provider value={goTo}>
        <Results
          puzzle={PUZZLE}
          run={{ ...IDLE, ...run }}
          missingWorkers={missingWorkers}
          nextPath="/puzzles/next"
          source="def kernel(): ..."
          onCancel={() => {}}
        />
      </GoToLine.Provider>,
      root,
    ),
  );
}

const judged = (told: RunState["verdict"]): Partial<RunState> => ({ phase: "done", id: "s1", verdict: told });
const status = () => root.querySelector('[role="status"]')?.textContent;
const chosen = (list: string) =>
  root.querySelector(`[aria-label="${list}"] [aria-selected="true"]`)?.textContent?.trim();
const rows = () =>
  [...root.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("th, td")].map((cell) => cell.textContent?.trim()),
  );
const click = (element: Element | null | undefined) =>
  act(() => {
    element?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });

test("an invalid access opens the picture, which can be drawn again where its accesses were not kept", () => {
  show(judged(INVALID));
  expect(status()).toContain("Invalid access");
  expect(chosen("Evidence")).toBe("Picture");
  const draw = [...root.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Draw this case",
  );
  expect(draw).toBeDefined();
});

test("a wrong answer opens the failing case, and tells its first mismatches where its tensors are not kept", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 404 }));
  show(judged(WRONG));
  expect(chosen("Cases")).toContain("One block");
  await vi.waitFor(() => expect(root.textContent).toContain("no longer kept"), 5000);
  expect(rows()).toEqual([
    ["z[1]", "7.5", "10.5", "−3", "program 0", "line 11"],
    ["z[2]", "never written", "1", "–", "nobody", "–"],
  ]);
});

test("a pass says so and leads on", () => {
  show(judged(verdict({})));
  expect(status()).toContain("Passed");
  expect(root.querySelector('a[href="/puzzles/next"]')?.textContent).toContain("Next");
});

test("print output appears while the run goes on, and is not read aloud", async () => {
  show({
    phase: "running",
    id: "s1",
    current: "as-stated",
    output: [{ case: "as-stated", program: [3], text: "hello\n" }],
  });
  expect(status()).toContain("Running");
  await vi.waitFor(() => expect(root.querySelector(".out pre")?.textContent).toBe("hello"), 5000);
  expect(root.querySelector(".out")?.getAttribute("aria-live")).toBe("off");
});

test("without a worker it is our side, and the run is kept", async () => {
  show({ phase: "queued", id: "s1", position: 2 }, "none is connected");
  expect(status()).toContain("Waiting for a worker");
  expect(root.textContent).toContain("This is our side, not your kernel.");
  await vi.waitFor(() => expect(root.textContent).toContain("You are 2nd in line."), 5000);
});

test("a tab that was chosen stays when results arrive", () => {
  show({});
  click([...root.querySelectorAll('[role="tab"]')].find((tab) => tab.textContent?.startsWith("Notes")));
  show(judged(WRONG));
  expect(chosen("Evidence")).toBe("Notes 0");
});
