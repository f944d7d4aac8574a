/** The API over fetch: typed answers, and every failure as one ApiError in plain words. */
import type {
  Accepted,
  AcceptedBatch,
  Activity,
  Batch,
  Board,
  HelpTaken,
  HiddenRow,
  ListedSolutions,
  Me,
  OwnShare,
  Privacy,
  Puzzle,
  PuzzleSummary,
  Readiness,
  SharedSolution,
  ShareLink,
  Solution,
  Submission,
} from "./types";

/** status: the HTTP status, 0 where no server answered. message: for people. retryAfterS: when to try again. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryAfterS: number | null = null,
  ) {
    super(message);
  }
}

export const api = {
  puzzles: () => json<PuzzleSummary[]>("/api/puzzles"),
  puzzle: (slug: string) => json<Puzzle>(`/api/puzzles/${encodeURIComponent(slug)}`),
  me: () => json<Me>("/api/me"),
  /** offset: minutes east of UTC. */
  activity: (offset: number) => json<Activity>(`/api/me/activity?offset=${offset}`),
  /** query: as the page's address has it. */
  leaderboard: (query: string) => json<Board>(`/api/leaderboard${query}`),
  hidden: () => json<HiddenRow[]>("/api/admin/identities/hidden"),
  hideRow: (row: string, wish: "hide" | "unhide" | "hide-name" | "unhide-name") =>
    json<HiddenRow[]>(`/api/admin/identities/${encodeURIComponent(row)}/${wish}`, { method: "POST" }),
  openHints: (slug: string, opened: number) =>
    json<HelpTaken>(`/api/puzzles/${encodeURIComponent(slug)}/hints`, posted({ opened })),
  giveUp: (slug: string) =>
    json<HelpTaken>(`/api/puzzles/${encodeURIComponent(slug)}/give-up`, { method: "POST" }),
  solution: (slug: string) => json<Solution>(`/api/puzzles/${encodeURIComponent(slug)}/solution`),
  /** again: one case alone and with the inputs of that seed, which makes it a replay. */
  submit: (puzzle: string, source: string, again?: { case: string; seed: number }) =>
    json<Accepted>("/api/submissions", posted({ puzzle, source, ...again })),
  /** body: JSON of a NewRun, written by the caller, since JSON.stringify makes an integer of 1.0. */
  run: (body: string) =>
    json<Accepted>("/api/runs", { method: "POST", headers: { "Content-Type": "application/json" }, body }),
  submission: (id: string) => json<Submission>(`/api/submissions/${encodeURIComponent(id)}`),
  cancel: async (id: string) => {
    await answer(`/api/submissions/${encodeURIComponent(id)}`, { method: "DELETE" });
  },
  /** A whole file, judged for each of the puzzles. */
  submitBatch: (source: string, puzzles: readonly string[]) =>
    json<AcceptedBatch>("/api/batches", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ source, puzzles }),
    }),
  batch: (id: string) => json<Batch>(`/api/batches/${encodeURIComponent(id)}`),
  arrays: async (id: string, caseName: string) => {
    const path = `/api/submissions/${encodeURIComponent(id)}/cases/${encodeURIComponent(caseName)}/arrays`;
    return (await answer(path)).arrayBuffer();
  },
  trace: async (id: string, caseName: string) => {
    const path = `/api/submissions/${encodeURIComponent(id)}/cases/${encodeURIComponent(caseName)}/trace`;
    return (await answer(path)).arrayBuffer();
  },
  share: (submission: string) => json<ShareLink>("/api/solutions", posted({ submission })),
  ownShares: () => json<OwnShare[]>("/api/solutions"),
  shared: (id: string) => json<SharedSolution>(sharedPath(id)),
  reveal: (id: string) => json<SharedSolution>(`${sharedPath(id)}/reveal`, { method: "POST" }),
  /** Judges what is shared once more: a replay of the visitor's own, never counted. */
  runShared: (id: string) => json<Accepted>(`${sharedPath(id)}/again`, { method: "POST" }),
  listShared: (id: string, listed: boolean) =>
    json<SharedSolution>(sharedPath(id), { ...posted({ listed }), method: "PATCH" }),
  deleteShared: async (id: string) => {
    await answer(sharedPath(id), { method: "DELETE" });
  },
  /** Others' solutions, for who has solved the puzzle. page: from 1. */
  solutions: (slug: string, page: number) =>
    json<ListedSolutions>(`/api/puzzles/${encodeURIComponent(slug)}/solutions?page=${page}`),
  eventsPath: (id: string) => `/api/submissions/${encodeURIComponent(id)}/events`,
  privacy: () => json<Privacy>("/api/privacy"),
  readiness,
};

/** Where a share link is asked about; its source as plain text is at `/raw` below it. */
export function sharedPath(id: string): string {
  return `/api/solutions/${encodeURIComponent(id)}`;
}

/** JSON that is sent. */
export function posted(body: unknown): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
}

async function readiness(): Promise<Readiness> {
  const response = await reach("/readyz");
  const body = (await response.json().catch(() => null)) as Readiness | null;
  if (typeof body?.ok !== "boolean") throw await failure(response, body);
  return body;
}

/** A request whose answer is JSON. Throws ApiError. */
export async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return (await answer(path, init)).json() as Promise<T>;
}

/** A request whose answer is of another kind, or none. Throws ApiError. */
export async function answer(path: string, init?: RequestInit): Promise<Response> {
  const response = await reach(path, init);
  if (response.ok) return response;
  throw await failure(response, await response.json().catch(() => null));
}

async function reach(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, headers: { Accept: "application/json", ...init?.headers } });
  } catch {
    throw new ApiError(0, "unreachable", "The server does not answer. Your code is safe in this browser.");
  }
}

async function failure(response: Response, body: unknown): Promise<ApiError> {
  const told = (body as { error?: { code?: unknown; message?: unknown } } | null)?.error;
  const retry = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  return new ApiError(
    response.status,
    typeof told?.code === "string" ? told.code : "error",
    typeof told?.message === "string" ? told.message : unsaid(response.status),
    Number.isNaN(retry) ? null : retry,
  );
}

function unsaid(status: number): string {
  if (status >= 500) return `The server could not answer (${status}). This is our side, not your kernel.`;
  return `The server did not take this request (${status}).`;
}
