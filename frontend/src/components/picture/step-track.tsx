/** A program's loads and stores in order, the one that is shown with its line and its turn. */
import { useEffect, useRef } from "preact/hooks";
import type { Hue } from "../../hues";
import type { Step } from "../../picture/step";
import { MarkIcon, markOfStep } from "./mark-icon";

interface Props {
  steps: readonly Step[];
  now: number;
  /** A line that is pointed at elsewhere. */
  line: number | null;
  nameOf(step: Step): string;
  hueOf(step: Step): Hue;
  onStep(at: number): void;
}

/** With so few each says what it is. */
const ALL_NAMED = 3;
/** More than a strip of marks can show: a slider goes over all of them. */
const MOST_MARKS = 25;

export function StepTrack({ steps, now, line, nameOf, hueOf, onStep }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = host.current;
    const shown = box?.querySelector<HTMLElement>('[aria-current="step"]');
    if (box && shown && box.scrollWidth > box.clientWidth)
      box.scrollLeft = shown.offsetLeft - (box.clientWidth - shown.offsetWidth) / 2;
  }, [now, steps]);
  if (steps.length === 0) return <span class="soft">This program loads and stores nothing.</span>;
  const half = (MOST_MARKS - 1) / 2;
  const from = Math.max(0, Math.min(now - half, steps.length - MOST_MARKS));
  const shown = steps.slice(from, from + MOST_MARKS);
  return (
    <div class="tk">
      <div class="tk__row" ref={host}>
        {shown.map((step) => {
          const when = step.at < now ? "before" : step.at === now ? "now" : "after";
          const isNamed = when === "now" || steps.length <= ALL_NAMED;
          const classes = [
            "st",
            hueOf(step),
            step.outside > 0 && when !== "after" ? "is-bad" : "",
            line === step.line && when !== "now" ? "is-lit" : "",
          ];
          return (
            <button
              key={step.at}
              type="button"
              class={classes.join(" ")}
              aria-current={when === "now" ? "step" : undefined}
              aria-label={isNamed ? undefined : stepWords(step, nameOf(step))}
              tabIndex={when === "now" ? 0 : -1}
              onClick={() => onStep(step.at)}
            >
              <MarkIcon mark={markOfStep(step, when)} hue={hueOf(step)} />
              {isNamed ? (
                <>
                  <span>
                    {step.op} <code>{nameOf(step)}</code>
                  </span>{" "}
                  <span class="label quiet">
                    line {step.line}
                    {step.turns > 1 ? `, turn ${step.turn} of ${step.turns}` : ""}
                  </span>
                </>
              ) : null}
            </button>
          );
        })}
      </div>
      {steps.length > MOST_MARKS ? (
        <input
          class="tk__all"
          type="range"
          min={0}
          max={steps.length - 1}
          value={now}
          aria-label="Step"
          aria-valuetext={`${now + 1} of ${steps.length}`}
          onInput={(event) => onStep(event.currentTarget.valueAsNumber)}
        />
      ) : null}
    </div>
  );
}

/** "store z, line 12, turn 2 of 4". */
export function stepWords({ op, line, turn, turns }: Step, name: string): string {
  return `${op} ${name}, line ${line}${turns > 1 ? `, turn ${turn} of ${turns}` : ""}`;
}
