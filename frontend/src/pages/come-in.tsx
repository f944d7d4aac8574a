/** Where a one-use link leads: nothing happens until its reader says so, since anybody could have sent the link. */
import { useEffect, useState } from "preact/hooks";
import { signIn } from "../api/account";
import { Check, Problem } from "../components/account/parts";
import { useTask } from "../components/account/use-task";
import { TopBar } from "../components/top-bar";
import "../styles/account.css";

const TITLES = { move: "Sign this browser in", admin: "Sign in as the administrator" };

export function ComeInPage({ by }: { by: "move" | "admin" }) {
  // Out of the address at once: it is not for the history, nor for who looks over a shoulder.
  const [token] = useState(() => location.hash.slice(1));
  const [merge, setMerge] = useState(true);
  const { isBusy, problem, run } = useTask();
  useEffect(() => {
    document.title = `${TITLES[by]} · Triton Playground`;
    if (location.hash) history.replaceState(null, "", location.pathname);
  }, [by]);
  return (
    <>
      <TopBar />
      <main class="page acc acc--one">
        <h1>{TITLES[by]}</h1>
        {token ? (
          <form
            class="box acc__s"
            onSubmit={(event) => {
              event.preventDefault();
              run(async () => {
                await (by === "move" ? signIn.byCode(token, merge) : signIn.asAdmin(token));
                location.assign(by === "move" ? "/me/account" : "/");
              });
            }}
          >
            <p>
              {by === "move"
                ? "This link signs this browser in to the account that it was made from. Go on only if you made it yourself."
                : "This link makes this browser the administrator’s for some hours. Go on only if you have it from your own terminal."}
            </p>
            {by === "move" ? (
              <Check
                label="Add what was solved in this browser"
                about="Leave it off where somebody else has used this browser."
                checked={merge}
                onChange={setMerge}
              />
            ) : null}
            <div class="row">
              <button type="submit" class="btn btn--main" disabled={isBusy}>
                Sign in
              </button>
              <a class="btn" href="/">
                Leave
              </a>
            </div>
            <Problem text={problem} />
          </form>
        ) : (
          <p class="soft">
            The link is not whole: what follows # is missing. <a href="/me/account">To your account</a>
          </p>
        )}
      </main>
    </>
  );
}
