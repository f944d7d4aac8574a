/** Joining a class: by a code that is typed, by the link that carries it, or by a one-time link as its staff. */
import { useEffect, useState } from "preact/hooks";
import { classes } from "../api/classroom";
import { useLoaded } from "../classroom/use-loaded";
import { Problem, Section } from "../components/account/parts";
import { useTask } from "../components/account/use-task";
import { JoinForm } from "../components/classroom/join-form";
import { TopBar } from "../components/top-bar";
import { classPath, navigate } from "../route";
import "../styles/account.css";
import "../styles/classes.css";

export function JoinPage({ code }: { code: string | null }) {
  // Out of the address at once: it is not for the history, nor for who looks over a shoulder.
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    document.title = `${token ? "Invitation" : "Join a class"} · Triton Playground`;
    if (location.hash) history.replaceState(null, "", location.pathname);
  }, [token]);
  return (
    <>
      <TopBar />
      <main class="page acc acc--one">
        {token ? (
          <InvitationPart token={token} />
        ) : (
          <>
            <h1>Join a class</h1>
            <Section title="Your code">
              <JoinForm first={code ?? ""} />
            </Section>
          </>
        )}
        <p class="soft">
          No sign-up is needed. To come back from another browser too, set a password under{" "}
          <a href="/me/account">Account</a>.
        </p>
      </main>
    </>
  );
}

/** What a one-time link gives: nothing happens until its reader says so, since anybody could have sent the link. */
function InvitationPart({ token }: { token: string }) {
  const { value, error } = useLoaded(token, () => classes.invitation(token));
  const { isBusy, problem, run } = useTask();
  return (
    <>
      <h1>Invitation</h1>
      <section class="box acc__s">
        {error ? <p role="alert">{error.message}</p> : null}
        {value ? (
          <>
            <p>
              {value.classroom_name
                ? `This link makes you ${value.role === "teacher" ? "a teacher" : "an assistant"} of ${value.classroom_name} in this browser, as ${value.name}.`
                : `This link lets you make classes on this server, in this browser, as ${value.name}.`}{" "}
              It is good once. Go on only if it is meant for you.
            </p>
            <div class="row">
              <button
                type="button"
                class="btn btn--main"
                disabled={isBusy}
                onClick={() =>
                  run(async () => {
                    const given = await classes.accept(token);
                    navigate(given.classroom ? classPath(given.classroom) : "/classes");
                  })
                }
              >
                Take it
              </button>
              <a class="btn" href="/">
                Leave
              </a>
            </div>
            <Problem text={problem} />
          </>
        ) : null}
      </section>
    </>
  );
}
