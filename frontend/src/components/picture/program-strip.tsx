/** Which program is shown: all, or one of a grid that has the shape of the launch. */
import { useEffect, useRef } from "preact/hooks";
import { plural, showCount } from "../../numbers";
import type { PictureModel } from "../../picture/model";
import { shortProgram } from "./labels";

interface Props {
  model: PictureModel;
  /** null: all of them. */
  program: number | null;
  onProgram(program: number | null): void;
}

/** A larger launch is chosen by number. */
const MOST_BUTTONS = 128;

export function ProgramStrip({ model, program, onProgram }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = host.current;
    const shown = box?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!box || !shown) return;
    if (box.scrollWidth > box.clientWidth) box.scrollLeft = shown.offsetLeft - box.clientWidth / 2;
    if (box.scrollHeight > box.clientHeight) box.scrollTop = shown.offsetTop - box.clientHeight / 2;
  }, [program]);
  const { programs, grid } = model.trace;
  const all = (
    <button
      type="button"
      class="pg"
      aria-pressed={program === null}
      tabIndex={program === null ? 0 : -1}
      onClick={() => onProgram(null)}
    >
      All
    </button>
  );
  if (programs > MOST_BUTTONS) {
    return (
      <div class="pgs" role="group" aria-label="Programs">
        {all}
        <input
          class="pg__no"
          type="number"
          min={0}
          max={programs - 1}
          value={program ?? ""}
          placeholder="0"
          aria-label={`Program, 0 to ${programs - 1}`}
          onInput={(event) => {
            const next = event.currentTarget.valueAsNumber;
            if (Number.isInteger(next) && next >= 0 && next < programs) onProgram(next);
          }}
        />
        <span class="label quiet">of {showCount(programs)}</span>
      </div>
    );
  }
  const [gx, gy, gz] = grid;
  const isFlat = gy * gz === 1;
  return (
    <div class="pgs" role="group" aria-label="Programs" ref={host}>
      {all}
      {Array.from({ length: gz }, (_, z) => (
        <div class={isFlat ? "pgs__flat" : "pgs__grid"} key={z}>
          {Array.from({ length: gy }, (_, y) => (
            <div class="pgs__row" key={y}>
              {Array.from({ length: gx }, (_, x) => {
                const one = x + gx * (y + gy * z);
                const bad = model.outsideOf[one] ?? 0;
                return (
                  <button
                    key={one}
                    type="button"
                    class={`pg ${bad > 0 ? "is-bad" : ""} ${model.ran(one) ? "" : "is-idle"}`}
                    aria-pressed={program === one}
                    aria-label={`Program ${shortProgram(one, grid)}${bad > 0 ? `, ${plural(bad, "lane")} out of bounds` : ""}`}
                    tabIndex={program === one ? 0 : -1}
                    onClick={() => onProgram(one)}
                  >
                    {shortProgram(one, grid)}
                  </button>
                );
              })}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
