/** Hints, opened one step at a time: the idea, the shape of the answer, almost the code. */
import { useState } from "preact/hooks";
import { useActions } from "../actions";
import { useTeaching } from "../teaching";
import { Icon } from "./icon";
import { Prose } from "./prose";

const STEPS = ["The idea", "The shape of the answer", "Almost the code"];

export function Hints({ hints }: { hints: readonly string[] }) {
  const teaching = useTeaching();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const read = teaching?.hints ?? 0;
  const toggle = (at: number) => {
    const next = new Set(open);
    if (!next.delete(at)) next.add(at);
    setOpen(next);
    if (at >= read) teaching?.openHint(at + 1);
  };
  const upcoming = hints.findIndex((_, at) => !open.has(at));
  useActions([
    {
      id: "next-hint",
      title: "Show the next hint",
      group: "This page",
      detail: STEPS[upcoming],
      also: "help stuck idea",
      enabled: upcoming >= 0 && upcoming <= read,
      run: () => {
        toggle(upcoming);
        document.getElementById(`hint-${upcoming}`)?.scrollIntoView({ block: "nearest" });
      },
    },
  ]);
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
      <p class="label quiet hints__note">
        Each hint opens the next. They are counted, and never held against you.
      </p>
    </section>
  );
}
