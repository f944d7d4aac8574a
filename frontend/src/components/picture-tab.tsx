/** The evidence tab of the access picture: it loads the picture apart, and says what is missing where there is none. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Case, CaseVerdict, Puzzle } from "../api/types";
import { firstLoad } from "../first-load";
import type { Hue } from "../hues";
import type { TraceState } from "../run/use-trace";
import { CaseMemory } from "./case-memory";
import { Notice } from "./notice";
import type * as Parts from "./picture";
import type { ToolsProps } from "./picture-tools";

type Loaded = typeof Parts;

let loaded: Loaded | null = null;

interface Props {
  puzzle: Puzzle;
  stated: Case | null;
  one: CaseVerdict | null;
  trace: TraceState;
  tools: ToolsProps;
  hueOf(name: string): Hue;
  /** Judges the case again to draw it; null where there is nothing to judge. */
  onDraw: (() => void) | null;
}

/** Fetches the picture's code after the first load, ahead of the results that it shows. */
export function usePictureParts(): Loaded | null {
  const [parts, setParts] = useState(loaded);
  useEffect(() => {
    if (parts) return;
    let ended = false;
    const fetched = firstLoad.then(() => import("./picture"));
    fetched.then(
      (module) => {
        loaded = module;
        if (!ended) setParts(module);
      },
      () => {}, // The network failed: names and shapes are shown, and everything else works.
    );
    return () => {
      ended = true;
    };
  }, [parts]);
  return parts;
}

export function PictureTab({ puzzle, stated, one, trace, tools, hueOf, onDraw }: Props) {
  const parts = usePictureParts();
  if (trace.phase === "ready" && parts) {
    const Picture: ComponentType<Parts.PictureProps> = parts.Picture;
    // Another trace is another picture: nothing of what was pointed at holds.
    return (
      <Picture
        key={trace.arrivedMs}
        model={trace.model}
        one={one}
        hueOf={hueOf}
        tools={tools}
        arrivedMs={trace.arrivedMs}
      />
    );
  }
  if (!stated) return <p class="nothing">This case has no tensors.</p>;
  const note = <Missing trace={trace} one={one} onDraw={onDraw} />;
  if (!parts)
    return (
      <>
        {note}
        <CaseMemory puzzle={puzzle} one={stated} />
      </>
    );
  return (
    <parts.Unlit puzzle={puzzle} one={stated} hueOf={hueOf}>
      {note}
    </parts.Unlit>
  );
}

function Missing({
  trace,
  one,
  onDraw,
}: {
  trace: TraceState;
  one: CaseVerdict | null;
  onDraw: (() => void) | null;
}) {
  if (!one) return null;
  if (trace.phase === "fetching") return <p class="soft ap__note">Fetching the accesses of this case.</p>;
  if (trace.phase === "judging")
    return (
      <p class="soft ap__note" role="status">
        Running this case again to draw it. Your verdict stays as it is.
      </p>
    );
  const draw = onDraw ? (
    <button type="button" class="btn btn--s" onClick={onDraw}>
      Draw this case
    </button>
  ) : null;
  if (trace.phase === "failed")
    return (
      <Notice>
        <span class="grow">{trace.message}</span>
        {draw}
      </Notice>
    );
  if (!draw) return <p class="soft ap__note">This case was stopped before it could be drawn.</p>;
  return (
    <div class="ap__draw">
      <span class="grow soft">
        The accesses of this case were not kept. It can be run once more with the same seed; your verdict
        stays as it is.
      </span>
      {draw}
    </div>
  );
}
