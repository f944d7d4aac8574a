/** How one comes back to the account from elsewhere: a password, or accounts at providers. */
import { useState } from "preact/hooks";
import { account, signIn } from "../../api/account";
import { day, Field, Problem, Section } from "./parts";
import type { ProtectionProps } from "./section-props";
import { useTask } from "./use-task";

export function PasswordSection({ me, providers, onChange }: ProtectionProps) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const { isBusy, problem, run } = useTask();
  const has = me?.has_password ?? false;
  const done = () => {
    setCurrent("");
    setPassword("");
  };
  const missing = providers.filter(({ id }) => !me?.connected.some((one) => one.id === id));
  return (
    <Section title="Signing in">
      <p class="soft">
        {me?.is_protected
          ? "You can come back to this account from any browser."
          : "This account lives in this browser alone. If its data is cleared, what you solved is lost to you."}
      </p>
      {me?.name ? (
        <form
          class="acc__line"
          onSubmit={(event) => {
            event.preventDefault();
            run(async () => {
              onChange(await account.setPassword(password, has ? current : null));
              done();
            });
          }}
        >
          <input
            class="sr"
            type="text"
            autocomplete="username"
            value={me.name}
            readonly
            tabIndex={-1}
            aria-hidden="true"
          />
          {has ? (
            <Field
              label="Present password"
              type="password"
              autocomplete="current-password"
              value={current}
              onInput={setCurrent}
            />
          ) : null}
          <Field
            label={`${has ? "New password" : "Password"}, 10 characters or more`}
            type="password"
            autocomplete="new-password"
            value={password}
            onInput={setPassword}
          />
          <button type="submit" class="btn" disabled={isBusy || !password || (has && !current)}>
            {has ? "Change the password" : "Set a password"}
          </button>
          {has ? (
            <button
              type="button"
              class="btn btn--quiet"
              disabled={isBusy || !current}
              onClick={() =>
                run(async () => {
                  onChange(await account.removePassword(current));
                  done();
                })
              }
            >
              Remove it
            </button>
          ) : null}
        </form>
      ) : (
        <p>To set a password, choose a name first: you sign in by both.</p>
      )}
      {has ? <p class="label soft">Changing it signs out every other browser.</p> : null}
      <Problem text={problem} />
      {me?.connected.length || missing.length ? (
        <ul class="acc__list">
          {me?.connected.map(({ key, name, created_at }) => (
            <li key={key}>
              <span class="grow">
                {name} <span class="label soft">connected on {day(created_at)}</span>
              </span>
              <button
                type="button"
                class="btn btn--s"
                aria-label={`Disconnect ${name}`}
                disabled={isBusy}
                onClick={() => run(async () => onChange(await account.disconnect(key)))}
              >
                Disconnect
              </button>
            </li>
          ))}
          {missing.map(({ id, name }) => (
            <li key={id}>
              <span class="grow">{name}</span>
              <button
                type="button"
                class="btn btn--s"
                disabled={isBusy}
                onClick={() => run(() => signIn.with(id, "/me/account", true, true))}
              >
                Connect {name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}
