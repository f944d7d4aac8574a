/** One tab a case: its outcome, its name and what makes it differ. */
import type { Puzzle } from "../api/types";
import type { RunState } from "../run/state";
import { Glyph, type State, stateWord } from "./glyph";
import { Strip } from "./strip";
import { TabList } from "./tab-list";

/** More names than this would make a tab much wider than its title: more are shown only to tell two cases apart. */
const NAMES_SHOWN = 4;

interface Props {
  puzzle: Puzzle;
  run: RunState;
  chosen: string;
  panel: string;
  onChoose(name: string): void;
}

export function CaseBar({ puzzle, run, chosen, panel, onChoose }: Props) {
  const names = namesShown(puzzle);
  const tabs = puzzle.cases.map((one) => {
    const values = { ...one.sizes, ...one.blocks };
    const state = caseState(run, one.name);
    return {
      id: one.name,
      label: (
        <>
          <Glyph state={state} />
          <b>{one.title}</b>
          <span class="sr">{stateWord(state)}</span>
          <span
            title={Object.entries(values)
              .map((pair) => pair.join(" = "))
              .join(", ")}
          >
            {names.map((name) => values[name] ?? "–").join(", ")}
          </span>
        </>
      ),
    };
  });
  return (
    <Strip
      class="cases"
      head={
        <div class="cases__h">
          <b>Case</b>
          <span>{names.join(", ")}</span>
        </div>
      }
    >
      <TabList name="Cases" tabs={tabs} chosen={chosen} panel={panel} onChoose={onChoose} />
    </Strip>
  );
}

/** The sizes and blocks in which cases differ, sizes first. */
function namesShown(puzzle: Puzzle): string[] {
  const values = puzzle.cases.map((one) => ({ ...one.sizes, ...one.blocks }));
  const names = Object.keys(values[0] ?? {});
  const differing = names.filter((name) => new Set(values.map((one) => one[name])).size > 1);
  if (differing.length === 0) return names.slice(0, NAMES_SHOWN);
  let count = Math.min(NAMES_SHOWN, differing.length);
  const distinct = (shown: readonly string[]) =>
    new Set(values.map((one) => shown.map((name) => one[name]).join())).size;
  while (count < differing.length && distinct(differing.slice(0, count)) < distinct(differing)) count++;
  return differing.slice(0, count);
}

function caseState(run: RunState, name: string): State {
  const judged = run.verdict?.cases.find((one) => one.name === name)?.outcome ?? run.cases[name];
  if (judged) return judged;
  return run.phase === "running" && run.current === name ? "running" : "slot";
}
