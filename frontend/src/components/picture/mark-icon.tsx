/** A mark outside of a plate: in the legend, the step track and the table. */
import type { ComponentChildren } from "preact";
import type { Hue } from "../../hues";
import type { Step } from "../../picture/step";

export type MarkName =
  | "slot"
  | "load"
  | "loaded"
  | "read"
  | "store"
  | "stored"
  | "masked"
  | "bad-load"
  | "bad-store"
  | "never"
  | "twice"
  | "strayed";

const slot = <rect class="k-slot" x="1" y="1" width="14" height="14" rx="2" />;

const SHAPES: Record<MarkName, ComponentChildren> = {
  slot,
  load: (
    <>
      <rect class="k-tint" x="1" y="1" width="14" height="14" rx="2" />
      <rect class="k-ring" x="2" y="2" width="12" height="12" rx="1.5" />
    </>
  ),
  loaded: (
    <>
      {slot}
      <rect class="k-ring k-ring--s" x="5" y="5" width="6" height="6" rx="1" />
    </>
  ),
  read: (
    <>
      <rect class="k-tint" x="1" y="1" width="14" height="14" rx="2" />
      <rect class="k-thin" x="1.5" y="1.5" width="13" height="13" rx="1.5" />
    </>
  ),
  store: <rect class="k-fill" x="1" y="1" width="14" height="14" rx="2" />,
  stored: (
    <>
      {slot}
      <rect class="k-fill" x="4.5" y="4.5" width="7" height="7" rx="1" />
    </>
  ),
  masked: (
    <>
      <rect class="k-off-o" x="1.5" y="1.5" width="13" height="13" rx="2" />
      <path class="k-off" d="M5.5 8h5" />
    </>
  ),
  "bad-load": (
    <>
      <rect class="k-bad-t" x="1" y="1" width="14" height="14" rx="2" />
      <rect class="k-bad-ring" x="2" y="2" width="12" height="12" rx="1.5" />
      <path class="k-x-ink" d="m5.5 5.5 5 5M10.5 5.500l-5 5" />
    </>
  ),
  "bad-store": (
    <>
      <rect class="k-bad" x="1" y="1" width="14" height="14" rx="2" />
      <path class="k-x" d="m5 5 6 6M11 5l-6 6" />
    </>
  ),
  never: (
    <>
      {slot}
      <circle class="k-never" cx="8" cy="8" r="3.75" />
    </>
  ),
  twice: (
    <>
      <rect class="k-tw-o" x="1.9" y="1.9" width="9" height="9" rx="1" />
      <rect class="k-tw" x="6" y="6" width="9" height="9" rx="1" />
    </>
  ),
  strayed: (
    <>
      <rect class="k-dash" x="2" y="2" width="12" height="12" rx="2" />
      <path class="k-wrap" d="M11 5v3.500H5M7 6.500l-2 2 2 2" />
    </>
  ),
};

export function MarkIcon({ mark, hue }: { mark: MarkName; hue?: Hue | undefined }) {
  return (
    <svg class={`mk ${hue ?? ""}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {SHAPES[mark]}
    </svg>
  );
}

/** A step before, at, or after the one that is shown. */
export function markOfStep({ op, outside }: Step, when: "before" | "now" | "after"): MarkName {
  if (when === "after") return "slot";
  if (outside > 0) return op === "load" ? "bad-load" : "bad-store";
  if (op === "load") return when === "now" ? "load" : "loaded";
  return when === "now" ? "store" : "stored";
}
