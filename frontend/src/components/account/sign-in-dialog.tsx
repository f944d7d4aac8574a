/** Signing in to an account that one has: by name and password, by another browser's code, by a provider. */
import { useEffect, useState } from "preact/hooks";
import { signIn } from "../../api/account";
import type { SignInProvider } from "../../api/types";
import { Icon } from "../icon";
import { Modal } from "../shell/modal";
import type { DialogProps } from "../shell/shell";
import { Check, Field, Problem } from "./parts";
import { useTask } from "./use-task";
import "../../styles/account.css";

export function SignInDialog({ onClose }: DialogProps) {
  const [providers, setProviders] = useState<readonly SignInProvider[]>([]);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [merge, setMerge] = useState(true);
  const byPassword = useTask();
  const byCode = useTask();
  const byProvider = useTask();
  useEffect(() => {
    signIn.ways().then(setProviders, () => {});
  }, []);
  const here = location.pathname + location.search;
  return (
    <Modal label="Sign in" class="sign-in" onClose={onClose}>
      <form method="dialog" class="modal__h">
        <h2>Sign in</h2>
        <button type="submit" class="btn btn--icon btn--s btn--quiet" aria-label="Close">
          <Icon name="close" />
        </button>
      </form>
      <div class="sign-in__body">
        <p class="soft">Solving needs no account. Sign in to come back to one that you have.</p>
        <form
          class="acc__line"
          onSubmit={(event) => {
            event.preventDefault();
            byPassword.run(async () => {
              await signIn.byPassword(name, password, merge);
              location.reload();
            });
          }}
        >
          <Field label="Name" autocomplete="username" value={name} onInput={setName} />
          <Field
            label="Password"
            type="password"
            autocomplete="current-password"
            value={password}
            onInput={setPassword}
          />
          <button
            type="submit"
            class="btn btn--main"
            disabled={byPassword.isBusy || !name.trim() || !password}
          >
            Sign in
          </button>
        </form>
        <Problem text={byPassword.problem} />
        <form
          class="acc__line"
          onSubmit={(event) => {
            event.preventDefault();
            byCode.run(async () => {
              await signIn.byCode(code, merge);
              location.reload();
            });
          }}
        >
          <Field label="Code from your other browser" mono value={code} onInput={setCode} />
          <button type="submit" class="btn" disabled={byCode.isBusy || code.trim().length < 8}>
            Sign in by code
          </button>
        </form>
        <Problem text={byCode.problem} />
        {providers.length ? (
          <div class="row">
            {providers.map(({ id, name: provider }) => (
              <button
                key={id}
                type="button"
                class="btn"
                disabled={byProvider.isBusy}
                onClick={() => byProvider.run(() => signIn.with(id, here, merge, false))}
              >
                Sign in with {provider}
              </button>
            ))}
          </div>
        ) : null}
        <Problem text={byProvider.problem} />
        <Check
          label="Add what was solved in this browser"
          about="Leave it off where somebody else has used this browser."
          checked={merge}
          onChange={setMerge}
        />
      </div>
    </Modal>
  );
}
