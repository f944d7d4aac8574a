/** Signing another browser in: a link and a code, of which one is good once. */
import { useState } from "preact/hooks";
import { account } from "../../api/account";
import type { Move } from "../../api/types";
import { hour, Problem, Section, Taken } from "./parts";
import { useTask } from "./use-task";

export function MoveSection() {
  const [move, setMove] = useState<Move | null>(null);
  const { isBusy, problem, run } = useTask();
  return (
    <Section title="Another browser">
      <p class="soft">
        A link or a code signs another browser in to this account, and adds what was solved there. Give it to
        nobody: whoever has it is you here.
      </p>
      {move ? (
        <div class="acc__move">
          <p>
            Type this code in the other browser, under <b>Sign in</b>:
          </p>
          <output class="acc__code mono">{move.code}</output>
          <p>Or open this link there:</p>
          <Taken label="Link for the other browser" text={new URL(move.path, location.origin).href} />
          <p class="label soft">One of them can be used once, until {hour(move.expires_at)}.</p>
        </div>
      ) : null}
      <div class="row">
        <button
          type="button"
          class="btn"
          disabled={isBusy}
          onClick={() => run(async () => setMove(await account.move()))}
        >
          {move ? "Make a new link and code" : "Make a link and a code"}
        </button>
      </div>
      <Problem text={problem} />
    </Section>
  );
}
