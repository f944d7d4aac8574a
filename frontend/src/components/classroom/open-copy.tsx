/** A student's source in one's own editor, on a page beside the board; the student's own stays as it is. */
import { useState } from "preact/hooks";
import type { Puzzle } from "../../api/types";
import { keptDraft, putDraft } from "../../draft";
import { puzzlePath } from "../../route";
import { Icon } from "../icon";
import { OpenDialog } from "../sharing/open-dialog";

export function OpenCopy({ puzzle, source }: { puzzle: Puzzle; source: string }) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState("");
  const put = () => {
    setAsking(false);
    if (putDraft(puzzle.slug, puzzle.starter, source) === "refused")
      setProblem("This browser’s storage is full or blocked: copy the source by hand.");
    else open(puzzlePath(puzzle.slug), "_blank", "noopener");
  };
  const start = () => {
    const draft = keptDraft(puzzle.slug);
    if (draft && draft.source !== source && draft.source !== puzzle.starter) setAsking(true);
    else put();
  };
  return (
    <>
      <button type="button" class="btn" onClick={start}>
        <Icon name="copy" /> Open a copy
      </button>
      <span class="label soft" role="status">
        {problem}
      </span>
      {isAsking ? <OpenDialog title={puzzle.title} onOpen={put} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
