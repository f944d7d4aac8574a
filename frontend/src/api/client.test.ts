import { afterEach, expect, test, vi } from "vitest";
import { ApiError, api } from "./client";

afterEach(() => vi.unstubAllGlobals());

const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  vi.stubGlobal("fetch", async () => new Response(body, { status, headers }));

const failure = async () => {
  const caught = await api.submit("p", "x").catch((error: unknown) => error);
  expect(caught).toBeInstanceOf(ApiError);
  return caught as ApiError;
};

test("the server's own words reach the page", async () => {
  answer(422, JSON.stringify({ error: { code: "empty_source", message: "The source is empty." } }));
  const error = await failure();
  expect([error.status, error.code, error.message]).toEqual([422, "empty_source", "The source is empty."]);
});

test("when to try again is kept", async () => {
  answer(503, JSON.stringify({ error: { code: "queue_full", message: "Full." } }), { "Retry-After": "10" });
  expect((await failure()).retryAfterS).toBe(10);
});

test("a failure that is not ours in shape is still told in plain words", async () => {
  answer(502, "<html>Bad gateway</html>");
  expect((await failure()).message).toBe(
    "The server could not answer (502). This is our side, not your kernel.",
  );
});

test("no answer at all says that nothing is lost", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("network");
  });
  const error = await failure();
  expect([error.status, error.message]).toEqual([
    0,
    "The server does not answer. Your code is safe in this browser.",
  ]);
});

test("a readiness of 503 is an answer, not a failure", async () => {
  answer(503, JSON.stringify({ ok: false, parts: { workers: { ok: false, detail: "none" } }, workers: [] }));
  expect((await api.readiness()).parts.workers?.ok).toBe(false);
});
