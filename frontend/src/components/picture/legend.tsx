/** The marks that the plates show at the moment, with their meaning. */
import type { Hue } from "../../hues";
import type { PictureModel } from "../../picture/model";
import type { Step } from "../../picture/step";
import { MarkIcon, type MarkName } from "./mark-icon";

interface Props {
  model: PictureModel;
  steps: readonly Step[] | null;
  now: number;
  hueOf(tensor: number): Hue;
}

interface Entry {
  mark: MarkName;
  hue?: Hue;
  words: string;
}

export function Legend(props: Props) {
  return (
    <div class="legend">
      {entries(props).map(({ mark, hue, words }) => (
        <span key={`${mark} ${words}`}>
          <MarkIcon mark={mark} hue={hue} />
          {words}
        </span>
      ))}
    </div>
  );
}

function entries({ model, steps, now, hueOf }: Props): Entry[] {
  const shown: Entry[] = [];
  if (steps === null) {
    const { tensors } = model.trace;
    const loaded = tensors.findIndex((_, i) => model.totals[i]?.loads.some((count) => count > 0));
    const stored = tensors.findIndex((_, i) => model.totals[i]?.storers.some((count) => count > 0));
    if (loaded >= 0) shown.push({ mark: "read", hue: hueOf(loaded), words: "loaded" });
    if (stored >= 0) shown.push({ mark: "store", hue: hueOf(stored), words: "stored" });
    const sum = (of: (tensor: number) => number) => tensors.reduce((all, _, i) => all + of(i), 0);
    if (sum((i) => (tensors[i]?.role === "output" ? model.neverWritten(i) : 0)) > 0)
      shown.push({ mark: "never", words: "never written" });
    if (sum((i) => model.writtenTwice(i)) > 0) shown.push({ mark: "twice", words: "written more than once" });
    if (sum((i) => model.totals[i]?.masked ?? 0) > 0)
      shown.push({ mark: "masked", words: "masked off: nothing happens" });
    if (sum((i) => model.totals[i]?.outside ?? 0) > 0) shown.push(outside(model.faults, model));
    return shown;
  }
  const done = steps.slice(0, now);
  const step = steps[now];
  const before = (isLoad: boolean) => done.find(({ op }) => (op === "load") === isLoad);
  const loaded = before(true);
  const stored = before(false);
  if (loaded) shown.push({ mark: "loaded", hue: hueOf(loaded.tensor), words: "loaded before" });
  if (stored) shown.push({ mark: "stored", hue: hueOf(stored.tensor), words: "stored before" });
  if (step) {
    const isLoad = step.op === "load";
    shown.push({
      mark: isLoad ? "load" : "store",
      hue: hueOf(step.tensor),
      words: isLoad ? "loaded now" : "stored now",
    });
  }
  const all = step ? [...done, step] : done;
  if (all.some(({ masked }) => masked > 0))
    shown.push({ mark: "masked", words: "masked off: nothing happens" });
  if (all.some(({ strayed }) => strayed > 0))
    shown.push({ mark: "strayed", words: "leaves its row: comes down in the next one" });
  const bad = all.find((one) => one.outside > 0);
  if (bad) shown.push({ mark: bad.op === "load" ? "bad-load" : "bad-store", words: "out of bounds" });
  return shown;
}

function outside(faults: PictureModel["faults"], model: PictureModel): Entry {
  const [first] = faults;
  const step = first ? model.stepsOf(first.program)[first.at] : undefined;
  return { mark: step?.op === "load" ? "bad-load" : "bad-store", words: "out of bounds" };
}
