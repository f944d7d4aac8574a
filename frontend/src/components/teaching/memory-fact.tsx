/** After a pass: how many elements were moved, drawn against the least that does. */
import type { Verdict } from "../../api/types";
import { memoryTold } from "../../memory-score";
import { showCount } from "../../numbers";

export function MemoryFact({ verdict, chosen }: { verdict: Verdict; chosen: string }) {
  const told = verdict.outcome === "passed" ? memoryTold(verdict, chosen) : null;
  if (!told) return null;
  const { moved, least } = told;
  const needed = Math.min(moved, least ?? moved);
  return (
    <section class="moved" aria-label="Memory moved">
      <div class="moved__count">
        <h3>
          Memory moved<span class="quiet">, case {told.title}</span>
        </h3>
        <p>
          <b>{showCount(moved)}</b> {told.beside}
        </p>
        <div class="moved__bar" aria-hidden="true">
          <i style={{ flexGrow: needed }} />
          {moved > needed ? <i class="is-over" style={{ flexGrow: moved - needed }} /> : null}
        </div>
      </div>
      <p class="moved__says">{told.sentence}</p>
    </section>
  );
}
