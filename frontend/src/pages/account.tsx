/** The account: who one is here, and what one can do about it. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { perform } from "../actions";
import { signIn } from "../api/account";
import { ApiError, api } from "../api/client";
import type { Account, SignInProvider } from "../api/types";
import { LeavingSection } from "../components/account/leaving-section";
import { MoveSection } from "../components/account/move-section";
import { NameSection } from "../components/account/name-section";
import { PasswordSection } from "../components/account/password-section";
import { SessionsSection } from "../components/account/sessions-section";
import { TokensSection } from "../components/account/tokens-section";
import { Notice } from "../components/notice";
import { TopBar } from "../components/top-bar";
import "../styles/account.css";

/** What the server says of a sign-in that did not come about, by its code. */
const PROBLEMS: Record<string, string> = {
  expired: "That sign-in took too long, or was begun in another browser. Try again.",
  refused: "You were not signed in: the other page was left without agreeing.",
  failed: "The other page could not sign you in just now. Nothing has changed here; try again in a moment.",
};

interface Shown {
  me: Account | null;
  providers: readonly SignInProvider[];
}

export function AccountPage() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [told] = useState(() => PROBLEMS[new URLSearchParams(location.search).get("problem") ?? ""] ?? null);
  const load = useCallback(() => {
    setProblem(null);
    Promise.all([api.me(), signIn.ways()]).then(
      ([{ account }, providers]) => setShown({ me: account ?? null, providers }),
      (error: unknown) =>
        setProblem(error instanceof ApiError ? error.message : "Your account cannot be shown."),
    );
  }, []);
  useEffect(() => {
    document.title = "Account · Triton Playground";
    // Said once, not at each reload.
    if (location.search) history.replaceState(null, "", location.pathname);
    load();
  }, [load]);
  const change = (me: Account) => setShown((before) => (before ? { ...before, me } : before));
  const me = shown?.me ?? null;
  return (
    <>
      <TopBar />
      <main class="page acc">
        <div class="page__h">
          <div class="grow">
            <h1>Account</h1>
            <p class="soft">
              {me
                ? `Here since ${new Date(me.created_at).toLocaleDateString("en-GB", { dateStyle: "long" })}`
                : " "}
              {me?.is_admin ? ", administrator in this browser" : ""}
            </p>
          </div>
          <button type="button" class="btn" onClick={() => perform("sign-in")}>
            Sign in to another
          </button>
        </div>
        {told ? <Notice>{told}</Notice> : null}
        {problem ? (
          <Notice>
            <span class="grow">{problem}</span>
            <button type="button" class="btn btn--s" onClick={load}>
              Try again
            </button>
          </Notice>
        ) : null}
        {shown ? (
          <div class="acc__grid">
            <NameSection me={me} onChange={change} />
            <PasswordSection me={me} providers={shown.providers} onChange={change} />
            {me ? (
              <>
                <MoveSection />
                <SessionsSection isProtected={me.is_protected} />
                <TokensSection />
                <LeavingSection />
              </>
            ) : (
              <p class="soft">
                This server stores nothing of you yet. Your first run, or a name, makes an account in this
                browser.
              </p>
            )}
          </div>
        ) : null}
      </main>
    </>
  );
}
