/** Taking one's data along, and deleting it. */
import { useState } from "preact/hooks";
import { account } from "../../api/account";
import { Field, Problem, Section } from "./parts";
import { useTask } from "./use-task";

const WORD = "delete";

export function LeavingSection() {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const { isBusy, problem, run } = useTask();
  return (
    <Section title="Your data">
      <p class="soft">
        One JSON file with all that this server stores of you: every submission with its source and verdict,
        progress, links and tokens’ names.
      </p>
      <div class="row">
        <a class="btn" href={account.exportPath} download="triton-playground.json">
          Download my data
        </a>
        {isAsking ? null : (
          <button type="button" class="btn" onClick={() => setAsking(true)}>
            Delete my account
          </button>
        )}
      </div>
      {isAsking ? (
        <form
          class="acc__leave"
          onSubmit={(event) => {
            event.preventDefault();
            run(async () => {
              await account.leave();
              location.assign("/");
            });
          }}
        >
          <p>
            This deletes your name, password, progress, submissions and their sources from this server, at
            once and for good. Every browser and token is signed out. Your share links say from then on that
            they were deleted. Drafts in this browser stay.
          </p>
          <Field label={`Type ${WORD} to confirm`} value={typed} onInput={setTyped} />
          <div class="row">
            <button
              type="submit"
              class="btn btn--main"
              disabled={isBusy || typed.trim().toLowerCase() !== WORD}
            >
              Delete everything
            </button>
            <button type="button" class="btn" onClick={() => setAsking(false)}>
              Keep my account
            </button>
          </div>
        </form>
      ) : null}
      <Problem text={problem} />
    </Section>
  );
}
