/** What concerns one's account, over the API. Every call throws ApiError. */
import { answer, json, posted } from "./client";
import type { Account, BearerToken, MadeToken, Move, SignInProvider, SignInSession } from "./types";

export const account = {
  change: (wish: { name?: string | null; is_listed?: boolean }) =>
    json<Account>("/api/me", { ...posted(wish), method: "PATCH" }),
  setPassword: (password: string, current: string | null) =>
    json<Account>("/api/me/password", { ...posted({ password, current }), method: "PUT" }),
  removePassword: (current: string) => json<Account>("/api/me/password/remove", posted({ current })),
  disconnect: (key: string) =>
    json<Account>(`/api/me/connected/${encodeURIComponent(key)}`, { method: "DELETE" }),
  move: () => json<Move>("/api/me/move", { method: "POST" }),
  tokens: async () => (await json<{ tokens: BearerToken[] }>("/api/me/tokens")).tokens,
  addToken: (label: string, days: number | null) =>
    json<MadeToken>("/api/me/tokens", posted({ label, expires_days: days })),
  revokeToken: (id: string) => gone(`/api/me/tokens/${encodeURIComponent(id)}`),
  sessions: async () => (await json<{ sessions: SignInSession[] }>("/api/me/sessions")).sessions,
  revokeSession: (id: string) => gone(`/api/me/sessions/${encodeURIComponent(id)}`),
  revokeOthers: () => gone("/api/me/sessions"),
  leave: () => gone("/api/me"),
  exportPath: "/api/me/export",
};

/** merge: whether what this browser solved without an account goes along. */
export const signIn = {
  ways: async () => (await json<{ providers: SignInProvider[] }>("/api/sign-in")).providers,
  byPassword: (name: string, password: string, merge: boolean) =>
    json<Account>("/api/sign-in/password", posted({ name, password, merge })),
  byCode: (code: string, merge: boolean) => json<Account>("/api/sign-in/move", posted({ code, merge })),
  asAdmin: (token: string) => json<Account>("/api/sign-in/admin", posted({ token })),
  /** Leaves this page for the provider's. connect: adds the account there to the one here. */
  with: async (provider: string, next: string, merge: boolean, connect: boolean) => {
    const path = `/api/sign-in/with/${encodeURIComponent(provider)}`;
    location.assign((await json<{ url: string }>(path, posted({ next, merge, connect }))).url);
  },
  out: async () => {
    await answer("/api/sign-in/out", { method: "POST" });
  },
};

async function gone(path: string): Promise<void> {
  await answer(path, { method: "DELETE" });
}
