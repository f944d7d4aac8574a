/** Moving through a trace: by itself, step after step, or from fault to fault. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { PictureModel } from "../../picture/model";
import type { Shown } from "../../picture/opening";
import { placeOf, spaceOf } from "../../picture/space";
import type { Point } from "./point";

const LONGEST_MS = 700;
const SHORTEST_MS = 60;
/** A whole trace is played in about this long, as far as each step can still be seen. */
const WHOLE_MS = 20_000;

export function usePlay(
  model: PictureModel,
  shown: Shown,
  show: (shown: Shown) => void,
): { isPlaying: boolean; toggle(): void } {
  const [isPlaying, setPlaying] = useState(false);
  const latest = useRef({ shown, show });
  latest.current = { shown, show };
  useEffect(() => {
    if (!isPlaying) return;
    const steps = model.trace.records.reduce((sum, { count }) => sum + count, 0);
    const pace = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, WHOLE_MS / Math.max(1, steps)));
    const timer = setInterval(() => {
      const next = following(model, latest.current.shown);
      if (next) latest.current.show(next);
      else setPlaying(false);
    }, pace);
    return () => clearInterval(timer);
  }, [isPlaying, model]);
  const toggle = () => {
    if (!isPlaying && following(model, shown) === null) show({ program: model.trace.order[0] ?? 0, at: 0 });
    else if (!isPlaying && shown.program === null) show({ program: model.trace.order[0] ?? 0, at: 0 });
    setPlaying(!isPlaying);
  };
  return { isPlaying, toggle };
}

/** The step after the one that is shown, in the order the programs ran; null at the end. */
function following(model: PictureModel, { program, at }: Shown): Shown | null {
  const { order } = model.trace;
  if (program === null) return { program: order[0] ?? 0, at: 0 };
  if (at + 1 < model.stepsOf(program).length) return { program, at: at + 1 };
  const next = order[order.indexOf(program) + 1];
  return next === undefined ? null : { program: next, at: 0 };
}

/** The next step that leaves a tensor; without one, the next element that is never written or written twice. */
export function nextFault(
  model: PictureModel,
  { program, at }: Shown,
  from: Point | null,
): { shown: Shown; point: Point | null } | null {
  const { faults, trace } = model;
  if (faults.length > 0) {
    const here = faults.findIndex((fault) => fault.program === program && fault.at === at);
    const next = faults[(here + 1) % faults.length];
    return next ? { shown: next, point: null } : null;
  }
  const found: { tensor: number; offset: number }[] = [];
  trace.tensors.forEach(({ role, size }, tensor) => {
    const totals = model.totals[tensor];
    for (let i = 0; totals && i < size; i++) {
      const times = (totals.stores[i] as number) + (totals.updates[i] as number);
      const isFault = (role === "output" && times === 0) || (totals.stores[i] as number) > 1;
      // One stop for each run of neighbours
      const before = found.at(-1);
      if (isFault && !(before?.tensor === tensor && before.offset === i - 1))
        found.push({ tensor, offset: i });
      else if (isFault && before) before.offset = i;
    }
  });
  const after = found.findIndex(
    ({ tensor, offset }) =>
      from && (tensor > from.tensor || (tensor === from.tensor && offset > (from.offset ?? -1))),
  );
  const next = found[Math.max(after, 0)];
  const tensor = next ? trace.tensors[next.tensor] : undefined;
  if (!next || !tensor) return null;
  // The wrapped place does not matter: a point is found again by its offset.
  const point = { ...next, place: placeOf(spaceOf(tensor, 1), next.offset), loose: null };
  return { shown: { program: null, at: 0 }, point };
}
