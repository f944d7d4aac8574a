/** The compile check of a puzzle's run: with its cases, and its earlier runs to compare with. */
import { useMemo } from "preact/hooks";
import type { Problem, Puzzle, Verdict } from "../../api/types";
import { titleOf } from "../../catalogue";
import { history } from "../../keeping/history";
import { showAgo } from "../../numbers";
import { OUTCOMES } from "../../words";
import { CompileLine } from "./compile-line";

const MOST_OTHERS = 10;

interface Props {
  id: string;
  puzzle: Puzzle;
  verdict: Verdict;
  /** What was sent from this page; a run from before has its own in the history. */
  source: string;
  onProblem(problem: Problem | null): void;
}

export function PuzzlePart({ id, puzzle, verdict, source, onProblem }: Props) {
  const { slug } = puzzle;
  const [own, others] = useMemo(() => {
    const entries = history(slug);
    const compared = entries.flatMap((entry) =>
      entry.id && entry.id !== id && entry.outcome
        ? [
            {
              id: entry.id,
              title: `Run ${showAgo(entry.at, Date.now())}: ${OUTCOMES[entry.outcome].word.toLowerCase()}`,
            },
          ]
        : [],
    );
    return [entries.find((entry) => entry.id === id)?.source, compared.slice(0, MOST_OTHERS)] as const;
  }, [slug, id]);
  return (
    <CompileLine
      id={id}
      verdict={verdict}
      source={own ?? source}
      title={titleOf(puzzle, null)}
      cases={puzzle.cases}
      others={others}
      onProblem={onProblem}
    />
  );
}
