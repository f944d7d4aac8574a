/** The list of puzzles, with what is solved, and where to go on. */
import { useEffect } from "preact/hooks";
import type { PuzzleSummary } from "../api/types";
import { type Catalogue, standingOf, titleOf, tracks, useCatalogue } from "../catalogue";
import { Glyph, stateWord } from "../components/glyph";
import { Icon } from "../components/icon";
import { BringFile } from "../components/keeping/bring-file";
import { lazy } from "../components/lazy";
import { Notice } from "../components/notice";
import { ProgressCells } from "../components/progress-cells";
import { TopBar } from "../components/top-bar";
import { Welcome } from "../components/welcome";
import { plural, showAgo, showCount } from "../numbers";
import { lastRun, records, type Standing } from "../record";
import { puzzlePath } from "../route";

const DueList = lazy(() => import("../components/classroom/due-list").then((part) => part.DueList));

export function Home() {
  const { catalogue, error, refresh } = useCatalogue();
  useEffect(() => {
    document.title = "Puzzles · Triton Playground";
  }, []);
  return (
    <>
      <TopBar />
      <main class="page">
        {error && !catalogue ? (
          <>
            <h1>Triton puzzles</h1>
            <Notice>
              <span class="grow">{error.message}</span>
              <button type="button" class="btn btn--s" onClick={refresh}>
                Try again
              </button>
            </Notice>
          </>
        ) : null}
        {catalogue ? <Listed catalogue={catalogue} /> : null}
      </main>
      <footer class="foot label quiet">
        <span>Drafts and what you solved are kept in this browser.</span>
        <a href="/privacy">Privacy</a>
        <a href="/licenses.txt" target="_blank" rel="noreferrer">
          Licences of fonts and libraries
        </a>
      </footer>
    </>
  );
}

function Listed({ catalogue }: { catalogue: Catalogue }) {
  const { puzzles, demos } = catalogue;
  const standing = standingOf(catalogue);
  const solved = puzzles.filter((puzzle) => standing(puzzle.slug).solved).length;
  const last = lastRun(records());
  const all = [...demos, ...puzzles];
  const latest = last && all.find((puzzle) => puzzle.slug === last.slug);
  const goOn =
    latest && last.record.outcome === "passed"
      ? [...all.slice(all.indexOf(latest) + 1), ...puzzles].find((puzzle) => !standing(puzzle.slug).solved)
      : latest;
  const isNew = !last && solved === 0;
  return (
    <>
      {isNew ? (
        <Welcome demo={demos[0] ?? null} puzzle={puzzles[0] ?? null} />
      ) : (
        <div class="page__h">
          <div class="grow">
            <h1>Triton puzzles</h1>
            <p class="soft">
              {solved} of {puzzles.length} solved, on the interpreter. <a href="/me">Your progress</a>
            </p>
          </div>
        </div>
      )}
      <DueList />
      {last && latest && goOn ? (
        <a class="box goon" href={puzzlePath(goOn.slug)}>
          <Glyph state={goOn === latest ? last.record.outcome : "slot"} large />
          <span class="grow">
            <b>Go on with {titleOf(goOn, catalogue)}</b>
            <span class="soft">
              {goOn === latest
                ? `${showAgo(last.record.at, Date.now())}, run ${last.record.runs}. ${last.record.sentence}`
                : `You passed ${titleOf(latest, catalogue)} ${showAgo(last.record.at, Date.now())}.`}
            </span>
          </span>
          <span class="btn btn--main not-phone">Open</span>
        </a>
      ) : null}
      {demos.length > 0 ? (
        <section class="track">
          <div class="track__h">
            <h2>Before you start</h2>
            <span class="soft">{plural(demos.length, "demo")}: predict the output, then run</span>
          </div>
          <div class="demos">
            {demos.map((demo, at) => (
              <a key={demo.slug} class="box demo" href={puzzlePath(demo.slug)}>
                <span class="grow">
                  <b>Demo {at + 1}</b>
                  <span class="soft">{demo.title}</span>
                </span>
                <Outcome standing={standing(demo.slug)} />
              </a>
            ))}
          </div>
        </section>
      ) : null}
      {tracks(puzzles).map(([track, listed]) => (
        <section key={track} class="track">
          <div class="track__h">
            <h2>{track}</h2>
            <span class="soft grow">{ABOUT[track] ?? plural(listed.length, "puzzle")}</span>
            {isNew ? null : (
              <ProgressCells track={track} puzzles={listed} standingOf={standing} here={goOn?.slug} />
            )}
          </div>
          <div class="plist">
            {listed.map((puzzle) => (
              <Row
                key={puzzle.slug}
                puzzle={puzzle}
                title={titleOf(puzzle, catalogue)}
                standing={standing(puzzle.slug)}
              />
            ))}
          </div>
        </section>
      ))}
      <BringFile />
    </>
  );
}

/** What the list says of the tracks that it knows. */
const ABOUT: Record<string, string> = {
  "The twelve": "from one addition to attention and quantised matrices",
  Memory: "where things lie, and who else writes there",
  "Normalisation and losses": "what is between the layers of a network, and behind the last",
  "Matrices and attention": "large products, shared out",
};

interface RowProps {
  puzzle: PuzzleSummary;
  title: string;
  standing: Standing;
}

function Row({ puzzle, title, standing }: RowProps) {
  return (
    <a class="prow" href={puzzlePath(puzzle.slug)}>
      <Outcome standing={standing} />
      <div>
        <b>{title}</b>
        <span>{puzzle.summary}</span>
      </div>
      <span class="num prow__facts">
        {facts(standing).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </span>
      <Icon name="forward" />
    </a>
  );
}

/** What the row has room for: the runs, and with them what was moved or helped. */
function facts({ runs, hints, moved, solved }: Standing): string[] {
  const helped = hints > 0 ? plural(hints, "hint") : null;
  const second = solved && moved !== null ? `${showCount(moved)} moved` : helped;
  return [...(runs > 0 ? [plural(runs, "run")] : []), ...(second ? [second] : [])];
}

/** Solved stays solved, whatever was run after. */
function Outcome({ standing }: { standing: Standing }) {
  const state = standing.solved ? "passed" : (standing.outcome ?? "slot");
  return (
    <span>
      <Glyph state={state} />
      <span class="sr">{standing.solved ? "Solved" : stateWord(state)}. </span>
    </span>
  );
}
