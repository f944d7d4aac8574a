/** What happened to a tensor, in numbers, at the right of its plate. */
import { showCount } from "../../numbers";
import type { PictureModel } from "../../picture/model";
import type { Step } from "../../picture/step";

export interface Count {
  text: string;
  tone: "plain" | "fault" | "caution";
}

const DONE = { load: "loaded", store: "stored", atomic: "updated" } as const;

/** steps: of one program, or null for all programs. */
export function countsOf(
  model: PictureModel,
  tensor: number,
  steps: readonly Step[] | null,
  now: number,
): Count[] {
  return steps === null ? ofAll(model, tensor) : ofStep(steps, now, tensor);
}

export function Counts({ counts, shared }: { counts: readonly Count[]; shared: string | null }) {
  return (
    <span class="plate__c">
      {shared ? <span class="quiet">{shared}</span> : null}
      {counts.map(({ text, tone }) => (
        <b key={text} class={`is-${tone}`}>
          {text}
        </b>
      ))}
    </span>
  );
}

function ofStep(steps: readonly Step[], now: number, tensor: number): Count[] {
  const current = steps[now];
  const step =
    current?.tensor === tensor ? current : steps.slice(0, now).findLast((one) => one.tensor === tensor);
  if (!step) return [];
  const before = step === current ? "" : " before";
  return [
    ...some(step.active, `${DONE[step.op]}${before}`),
    ...some(step.masked, "masked off"),
    ...some(step.strayed, step.strayed === 1 ? "leaves its row" : "leave their row", "caution"),
    ...some(step.outside, "out of bounds", "fault"),
  ];
}

function ofAll(model: PictureModel, tensor: number): Count[] {
  const totals = model.totals[tensor];
  const known = model.trace.tensors[tensor];
  if (!totals || !known) return [];
  const touched = (counts: Uint32Array) => counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  return [
    ...some(touched(totals.loads), "loaded"),
    ...some(touched(totals.stores), "stored"),
    ...some(touched(totals.updates), "updated"),
    ...some(totals.masked, "masked off"),
    ...some(totals.strayed, totals.strayed === 1 ? "leaves its row" : "leave their row", "caution"),
    ...some(model.writtenTwice(tensor), "written twice", "caution"),
    ...some(known.role === "output" ? model.neverWritten(tensor) : 0, "never written", "fault"),
    ...some(totals.outside, "out of bounds", "fault"),
  ];
}

function some(count: number, words: string, tone: Count["tone"] = "plain"): Count[] {
  return count > 0 ? [{ text: `${showCount(count)} ${words}`, tone }] : [];
}
