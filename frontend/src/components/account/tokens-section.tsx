/** Bearer tokens for scripts and autograders; each is shown once. */
import { useEffect, useState } from "preact/hooks";
import { account } from "../../api/account";
import type { BearerToken, MadeToken } from "../../api/types";
import { day, Field, Problem, Section, Taken } from "./parts";
import { useTask } from "./use-task";

export function TokensSection() {
  const [tokens, setTokens] = useState<readonly BearerToken[]>([]);
  const [made, setMade] = useState<MadeToken | null>(null);
  const [label, setLabel] = useState("");
  const [days, setDays] = useState("90");
  const { isBusy, problem, run } = useTask();
  const refresh = async () => setTokens(await account.tokens());
  useEffect(() => run(refresh), []);
  return (
    <Section title="Tokens for scripts">
      <p class="soft">
        A script that sends <code>Authorization: Bearer</code> with a token submits as you and reads your
        verdicts. It cannot change this account.
      </p>
      {made ? (
        <div class="acc__move">
          <p>
            The token <b>{made.label}</b>. It is not shown again:
          </p>
          <Taken label="The new token" text={made.token} />
        </div>
      ) : null}
      {tokens.length ? (
        <ul class="acc__list">
          {tokens.map((token) => (
            <li key={token.id}>
              <span class="grow">
                {token.label} <span class="label soft">{told(token)}</span>
              </span>
              <button
                type="button"
                class="btn btn--s"
                aria-label={`Revoke ${token.label}`}
                disabled={isBusy}
                onClick={() =>
                  run(async () => {
                    await account.revokeToken(token.id);
                    if (made?.id === token.id) setMade(null);
                    await refresh();
                  })
                }
              >
                Revoke
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <form
        class="acc__line"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => {
            setMade(await account.addToken(label, days ? Number(days) : null));
            setLabel("");
            await refresh();
          });
        }}
      >
        <Field label="What it is for" value={label} onInput={setLabel} />
        <label class="acc__field acc__field--s">
          <span>Good for</span>
          <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
            <option value="7">7 days</option>
            <option value="90">90 days</option>
            <option value="365">365 days</option>
            <option value="">until revoked</option>
          </select>
        </label>
        <button type="submit" class="btn" disabled={isBusy || !label.trim()}>
          Make a token
        </button>
      </form>
      <Problem text={problem} />
    </Section>
  );
}

function told({ created_at, seen_at, expires_at }: BearerToken): string {
  const used = seen_at ? `last used on ${day(seen_at)}` : "never used";
  if (!expires_at) return `made on ${day(created_at)}, ${used}`;
  const isOver = new Date(expires_at).getTime() <= Date.now();
  return `${isOver ? "expired on" : "good until"} ${day(expires_at)}, ${used}`;
}
