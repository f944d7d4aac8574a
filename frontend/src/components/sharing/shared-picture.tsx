/** What each program of a shared run loads and stores, drawn once it was run again here. */
import { useCallback, useMemo } from "preact/hooks";
import type { Puzzle, Verdict } from "../../api/types";
import { hues } from "../../hues";
import { isActive } from "../../run/state";
import { useTrace } from "../../run/use-trace";
import type { Again } from "../../sharing/use-again";
import { failingCase } from "../../words";
import { PictureTab } from "../picture-tab";
import { Tools, useTools } from "../picture-tools";
import { useLineMarks } from "../results";

interface Props {
  puzzle: Puzzle;
  verdict: Verdict;
  again: Again;
}

export function SharedPicture({ puzzle, verdict, again }: Props) {
  const shown = failingCase(verdict) ?? verdict.cases[0] ?? null;
  const one = again.state.verdict?.cases.find(({ name }) => name === shown?.name) ?? null;
  const hue = useMemo(() => hues(puzzle.tensors), [puzzle]);
  const hueOf = useCallback((tensor: string) => hue.get(tensor) ?? "t1", [hue]);
  const trace = useTrace(again.state.id, one).state;
  useLineMarks(trace, hueOf);
  const tools = useTools();
  const stated = puzzle.cases.find(({ name }) => name === shown?.name) ?? null;
  if (!shown || !stated) return null;
  return (
    <section class="box share__picture" aria-label="Picture">
      <div class="box__h">
        <h2 class="grow">{puzzle.slug === "sandbox" ? "Every program" : `${shown.title}, every program`}</h2>
        {trace.phase === "ready" ? <Tools {...tools} /> : null}
      </div>
      {one ? null : (
        <div class="ap__draw">
          <span class="grow soft">Accesses are not kept with a link. Run it again to draw them.</span>
          <button type="button" class="btn btn--s" disabled={isActive(again.state)} onClick={again.start}>
            Draw it
          </button>
        </div>
      )}
      <PictureTab
        puzzle={puzzle}
        stated={stated}
        one={one}
        trace={trace}
        tools={tools}
        hueOf={hueOf}
        onDraw={null}
      />
    </section>
  );
}
