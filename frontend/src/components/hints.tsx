/** Hints, opened one step at a time: the idea, the shape of the answer, almost the code. */
import { useState } from "preact/hooks";
import { hintsOpened } from "../record";
import { Icon } from "./icon";
import { Prose } from "./prose";

const STEPS = ["The idea", "The shape of the answer", "Almost the code"];

export function Hints({ slug, hints }: { slug: string; hints: readonly string[] }) {
  const [read, setRead] = useState(() => hintsOpened.get(slug));
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (at: number) => {
    const next = new Set(open);
    if (!next.delete(at)) next.add(at);
    setOpen(next);
    if (at < read) return;
    setRead(at + 1);
    hintsOpened.set(slug, at + 1);
  };
  return (
    <section>
      <h2>Hints</h2>
      <ol class="hints">
        {hints.map((hint, at) => (
          <li key={hint}>
            <div class="hints__row">
              <Icon name={at <= read ? "hint" : "lock"} />
              <span class={`grow ${at <= read ? "" : "quiet"}`} id={`hint-${at}`}>
                {at + 1}. {STEPS[at] ?? "A further step"}
              </span>
              {at <= read ? (
                <button
                  type="button"
                  class={`btn btn--s ${at < read ? "btn--quiet" : ""}`}
                  aria-expanded={open.has(at)}
                  aria-describedby={`hint-${at}`}
                  onClick={() => toggle(at)}
                >
                  {open.has(at) ? "Hide" : at < read ? "Show again" : "Show"}
                </button>
              ) : null}
            </div>
            {open.has(at) ? (
              <div class="hints__body">
                <Prose text={hint} />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      <p class="label quiet hints__note">Each hint opens the next. They are never held against you.</p>
    </section>
  );
}
