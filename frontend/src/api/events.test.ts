import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { verdict } from "../test/samples";
import { follow, type Listener } from "./events";
import type { RunEvent } from "./types";

/** The browser's EventSource, driven by hand: the environment of the tests has none. */
class HandSource extends EventTarget {
  static all: HandSource[] = [];
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  constructor(readonly url: string) {
    super();
    HandSource.all.push(this);
  }
  close() {
    this.closed = true;
  }
  say(event: RunEvent, lastEventId = "") {
    this.dispatchEvent(new MessageEvent(event.type, { data: JSON.stringify(event), lastEventId }));
  }
}

function listen() {
  const heard: string[] = [];
  const listener: Listener = {
    event: (event) => heard.push(event.type),
    lost: (lost) => heard.push(lost ? "lost" : "there"),
    gone: () => heard.push("gone"),
  };
  return { heard, stop: follow("s1", listener) };
}

const latest = () => HandSource.all.at(-1) as HandSource;
const answers = (status: number, body: object) =>
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  HandSource.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", HandSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("events are told once each, also when a stream is opened again from its beginning", async () => {
  answers(200, { status: "running", verdict: null });
  const { heard, stop } = listen();
  latest().say({ type: "queued", position: 1 }, "1-0");
  latest().say({ type: "started", cases: ["a"] }, "2-0");
  latest().onerror?.();
  await vi.advanceTimersByTimeAsync(3000);
  expect(HandSource.all).toHaveLength(2);
  latest().onopen?.();
  latest().say({ type: "queued", position: 1 }, "1-0");
  latest().say({ type: "started", cases: ["a"] }, "2-0");
  latest().say({ type: "verdict", verdict: verdict({}) }, "3-0");
  expect(heard.filter((word) => word !== "there")).toEqual(["queued", "started", "verdict"]);
  expect(latest().closed).toBe(true);
  stop();
});

test("events without an id, such as a changed place, are all told", () => {
  const { heard, stop } = listen();
  latest().say({ type: "queued", position: 3 });
  latest().say({ type: "queued", position: 2 });
  expect(heard).toEqual(["queued", "queued"]);
  stop();
});

test("without a stream the verdict comes by polling", async () => {
  answers(200, { status: "done", verdict: verdict({}) });
  const { heard, stop } = listen();
  latest().onerror?.();
  await vi.advanceTimersByTimeAsync(10);
  expect(heard).toEqual(["there", "verdict"]);
  stop();
});

test("while nothing answers, it says so and goes on asking", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("network");
  });
  const { heard, stop } = listen();
  latest().onerror?.();
  await vi.advanceTimersByTimeAsync(10);
  expect(heard).toEqual(["lost"]);
  answers(200, { status: "queued", position: 2, verdict: null });
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard).toEqual(["lost", "there", "queued"]);
  stop();
});

test("a submission that the server does not know ends the following", async () => {
  answers(404, { error: { code: "unknown_submission", message: "No." } });
  const { heard, stop } = listen();
  latest().onerror?.();
  await vi.advanceTimersByTimeAsync(5000);
  expect(heard).toEqual(["gone"]);
  stop();
});
