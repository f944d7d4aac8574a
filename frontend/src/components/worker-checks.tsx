/** What works and what does not, while no worker answers. */

import { capital } from "../numbers";
import type { RunState } from "../run/state";
import { place } from "../words";
import { Glyph } from "./glyph";

export function WorkerChecks({ run, detail }: { run: RunState; detail: string }) {
  return (
    <div class="memory">
      <ul class="checks">
        <li>
          <Glyph state="passed" />
          <span>The server answers, and your code is stored there.</span>
        </li>
        <li>
          <Glyph state="passed" />
          <span>The queue answers.{run.position ? ` You are ${place(run.position)}.` : ""}</span>
        </li>
        <li>
          <Glyph state="trouble" />
          <span>
            <b>No worker answers.</b> {sentence(detail)}
          </span>
        </li>
      </ul>
      <p class="soft">
        Until then the editor, your drafts and the hints work as usual. This page looks again every 5 seconds.
      </p>
    </div>
  );
}

/** The server's detail is a phrase for operators: "none is connected". */
function sentence(detail: string): string {
  return /[.!?]$/.test(detail) ? capital(detail) : `${capital(detail)}.`;
}
