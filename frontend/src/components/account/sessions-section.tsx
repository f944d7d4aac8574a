/** The browsers that are signed in. */
import { useEffect, useState } from "preact/hooks";
import { account, signIn } from "../../api/account";
import type { SignInSession } from "../../api/types";
import { day, hour, Problem, Section } from "./parts";
import { useTask } from "./use-task";

/** isProtected: whether one can come back after signing out here. */
export function SessionsSection({ isProtected }: { isProtected: boolean }) {
  const [sessions, setSessions] = useState<readonly SignInSession[]>([]);
  const { isBusy, problem, run } = useTask();
  const refresh = async () => setSessions(await account.sessions());
  useEffect(() => run(refresh), []);
  return (
    <Section title="Browsers">
      <ul class="acc__list">
        {sessions.map((session) => (
          <li key={session.id}>
            <span class="grow">
              {session.is_current ? <b>This browser</b> : `A browser since ${day(session.created_at)}`}{" "}
              <span class="label soft">
                last seen on {hour(session.seen_at)}
                {session.is_admin ? ", administrator" : ""}
              </span>
            </span>
            {session.is_current ? null : (
              <button
                type="button"
                class="btn btn--s"
                aria-label={`Sign out the browser since ${day(session.created_at)}`}
                disabled={isBusy}
                onClick={() =>
                  run(async () => {
                    await account.revokeSession(session.id);
                    await refresh();
                  })
                }
              >
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="row">
        {sessions.length > 1 ? (
          <button
            type="button"
            class="btn"
            disabled={isBusy}
            onClick={() =>
              run(async () => {
                await account.revokeOthers();
                await refresh();
              })
            }
          >
            Sign out all others
          </button>
        ) : null}
        {isProtected ? (
          <button
            type="button"
            class="btn"
            disabled={isBusy}
            onClick={() =>
              run(async () => {
                await signIn.out();
                location.assign("/");
              })
            }
          >
            Sign out here
          </button>
        ) : null}
      </div>
      <Problem text={problem} />
    </Section>
  );
}
