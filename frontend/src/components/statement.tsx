/** The left pane: what is asked, what the kernel is given, how it is started, and hints. */
import type { Puzzle } from "../api/types";
import { evaluate, toTex } from "../expression";
import { plural } from "../numbers";
import { Hints } from "./hints";
import { Parameters } from "./parameters";
import { Formula, Prose } from "./prose";
import { SolutionSection } from "./teaching/solution-section";

export function Statement({ puzzle, title }: { puzzle: Puzzle; title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <div class="pane__body stmt" tabIndex={0} role="group" aria-label={title}>
      <div class="stack">
        <h2 class="stmt__t">{title}</h2>
        <Prose text={puzzle.statement} linksTerms />
      </div>
      <Parameters puzzle={puzzle} />
      <section>
        <h2>How it is started</h2>
        <Start puzzle={puzzle} />
      </section>
      {puzzle.hints.length > 0 ? <Hints key={puzzle.slug} hints={puzzle.hints} /> : null}
      {puzzle.kind === "puzzle" ? <SolutionSection /> : null}
    </div>
  );
}

function Start({ puzzle }: { puzzle: Puzzle }) {
  const first = puzzle.cases[0];
  const names = { ...first?.sizes, ...first?.blocks };
  const extents = puzzle.grid.map((axis) => evaluate(axis, names));
  const axes = puzzle.grid.filter((axis, at) => at === 0 || axis.trim() !== "1");
  const known = extents.every((extent) => extent !== null);
  const count = known ? extents.reduce<number>((product, extent) => product * (extent ?? 1), 1) : null;
  const fixed = axes.every((axis) => /^\d+$/.test(axis.trim()));
  const others = puzzle.cases.length - 1;
  return (
    <p class="stmt__start">
      {fixed && count === 1 ? (
        "One program does all of it."
      ) : (
        <>
          {axes.length === 1 ? "A grid of " : `A grid with ${axes.length} axes, `}
          <Formula tex={axes.map(toTex).join(" \\times ")} plain={axes.join(" × ")} />
          {count === null || fixed ? " programs." : `: here ${plural(count, "program")}.`}
        </>
      )}
      {others > 0 ? ` ${others === 1 ? "One other case is" : `${others} other cases are`} tried too.` : null}
    </p>
  );
}
