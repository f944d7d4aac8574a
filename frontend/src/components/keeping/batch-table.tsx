/** What a file's kernels were judged, one row a puzzle, and which of them become drafts. */
import { useMemo, useState } from "preact/hooks";
import type { Puzzle, Submission } from "../../api/types";
import { putDraft } from "../../draft";
import { type Offer, offers, placeOf } from "../../keeping/imported";
import { plural } from "../../numbers";
import { puzzlePath } from "../../route";
import type { BatchState } from "../../run/use-batch";
import { diagnose, place } from "../../words";
import { Glyph, type State, stateWord } from "../glyph";

interface Props {
  state: BatchState;
  titleOf(slug: string): string;
  /** Drafts were taken from the file. */
  onTaken(): void;
}

export function BatchTable({ state, titleOf, onTaken }: Props) {
  const { imported, puzzles, submissions } = state;
  const slugs = imported?.slugs ?? [];
  const source = imported?.source ?? "";
  const offered = useMemo(() => offers(source, puzzles), [source, puzzles]);
  // What stands in the storage is asked anew at each rendering; this only asks for one.
  const [said, setSaid] = useState("");
  const rows = puzzles.map((puzzle) => {
    const offer = offered.get(puzzle.slug) ?? { source, isWholeFile: true };
    return { puzzle, offer, place: placeOf(puzzle, offer) };
  });
  const free = rows.filter((row) => row.place === "free");
  const taken = rows.filter((row) => row.place === "taken");
  const whole = rows.filter((row) => row.offer.isWholeFile);

  const take = (chosen: readonly { puzzle: Puzzle; offer: Offer }[]) => {
    const kept = chosen.filter(
      ({ puzzle, offer }) => putDraft(puzzle.slug, puzzle.starter, offer.source) === "kept",
    );
    const missing = chosen.length - kept.length;
    setSaid(
      missing > 0
        ? `${plural(missing, "draft")} could not be kept: this browser’s storage is full or blocked.`
        : `${plural(kept.length, "draft")} taken from the file.`,
    );
    onTaken();
  };

  return (
    <>
      <div class="batch">
        <table>
          <caption class="sr">Verdicts of the kernels in {imported?.name}</caption>
          <thead>
            <tr>
              <th scope="col">Puzzle</th>
              <th scope="col">Verdict</th>
              <th scope="col">What was found</th>
              <th scope="col">Draft</th>
            </tr>
          </thead>
          <tbody>
            {slugs.map((slug) => {
              const row = rows.find((one) => one.puzzle.slug === slug);
              const told = tell(row?.puzzle, submissions.get(slug));
              return (
                <tr key={slug}>
                  <th scope="row">{titleOf(slug)}</th>
                  <td>
                    <span class="batch__word">
                      <Glyph state={told.state} /> {told.word}
                    </span>
                  </td>
                  <td class="soft">
                    <span class="batch__found">{told.sentence}</span>
                  </td>
                  <td>
                    {row?.place === "same" ? <span class="soft">Is your draft</span> : null}
                    {row && row.place !== "same" ? (
                      <button type="button" class="btn btn--s" onClick={() => take([row])}>
                        {row.place === "free" ? "Use as draft" : "Replace my draft with this"}
                        <span class="sr"> for {titleOf(slug)}</span>
                      </button>
                    ) : null}
                    <a class="batch__open" href={puzzlePath(slug)}>
                      {row?.place === "free" ? "Open the puzzle" : "Open my draft"}
                      <span class="sr"> of {titleOf(slug)}</span>
                    </a>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div class="batch__all">
        <p class="soft grow" role="status">
          {said || "A draft that you replace is kept in the history of its puzzle."}
        </p>
        {free.length > 0 ? (
          <button type="button" class="btn" onClick={() => take(free)}>
            Fill {plural(free.length, "empty draft")}
          </button>
        ) : null}
        {taken.length > 0 ? (
          <button type="button" class="btn" onClick={() => take(taken)}>
            Replace {taken.length} of my drafts
          </button>
        ) : null}
      </div>
      {whole.length > 0 && whole.length < 200 ? (
        <p class="soft">
          {whole.length === rows.length
            ? "For each puzzle"
            : `For ${whole.map(({ puzzle }) => titleOf(puzzle.slug)).join("; ")}`}
          , the draft is the whole file, since what the kernel needs of it cannot be told with certainty.
        </p>
      ) : null}
    </>
  );
}

/** "5 of 12 judged", then "11 of 12 passed". */
export function batchHeadline({ phase, puzzles, submissions, lost }: BatchState): string {
  if (lost) return "Connection lost. The judging goes on.";
  const all = [...submissions.values()];
  if (phase === "sending" || all.length === 0) return "Sending";
  const judged = all.filter((one) => one.verdict).length;
  if (phase === "judging") return `${judged} of ${puzzles.length} judged`;
  return `${all.filter((one) => one.verdict?.outcome === "passed").length} of ${puzzles.length} passed`;
}

function tell(
  puzzle: Puzzle | undefined,
  submission: Submission | undefined,
): { state: State; word: string; sentence: string } {
  const verdict = submission?.verdict;
  if (puzzle && verdict) {
    const { lead, rest } = diagnose(puzzle, verdict);
    return { state: verdict.outcome, word: stateWord(verdict.outcome), sentence: lead || rest.trim() };
  }
  if (submission?.status === "running") return { state: "running", word: "Running", sentence: "" };
  const position = submission?.position;
  return { state: "waiting", word: "Waiting", sentence: position ? place(position) : "" };
}
