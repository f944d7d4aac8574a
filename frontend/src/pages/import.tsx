/** Bringing in a file of kernels or a record of another browser, and taking one's own work along. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { titleOf, useCatalogue } from "../catalogue";
import { BatchTable, batchHeadline } from "../components/keeping/batch-table";
import { ChooseFile } from "../components/keeping/choose-file";
import { RecordQuestion } from "../components/keeping/record-question";
import { TakeAlong } from "../components/keeping/take-along";
import { Notice } from "../components/notice";
import { TopBar } from "../components/top-bar";
import type { BrowserRecord } from "../keeping/browser-record";
import { definedIn } from "../keeping/imported";
import { onArrival, takeWaiting } from "../keeping/incoming";
import { FileProblem, readFile } from "../keeping/read-file";
import { plural } from "../numbers";
import { useBatch } from "../run/use-batch";

export function ImportPage() {
  const { catalogue, error, refresh } = useCatalogue();
  const { state, start, fail, forget } = useBatch();
  const [record, setRecord] = useState<{ name: string; record: BrowserRecord } | null>(null);
  // What can be taken along is read from the storage anew when drafts were taken.
  const [taken, setTaken] = useState(0);
  const puzzles = catalogue?.puzzles;

  useEffect(() => {
    document.title = "Import and export · Triton Playground";
  }, []);

  const take = useCallback(async () => {
    // A file that comes before the list of puzzles does waits for it.
    const file = puzzles ? takeWaiting() : null;
    if (!file || !puzzles) return;
    setRecord(null);
    try {
      const incoming = await readFile(file);
      if (incoming.kind === "record") {
        forget();
        setRecord(incoming);
      } else start(incoming, puzzles);
    } catch (problem) {
      fail(problem instanceof FileProblem ? problem.message : String(problem));
    }
  }, [puzzles, start, fail, forget]);
  useEffect(() => {
    void take();
    return onArrival(() => void take());
  }, [take]);
  // The list shows what is solved once the last is judged.
  useEffect(() => {
    if (state.phase === "done") refresh();
  }, [state.phase, refresh]);

  const { imported } = state;
  const missing = puzzles && imported ? puzzles.filter((one) => !imported.slugs.includes(one.slug)) : [];
  const demos = imported ? definedIn(imported.source, catalogue?.demos ?? []) : [];
  const title = (slug: string) => {
    const puzzle = puzzles?.find((one) => one.slug === slug);
    return puzzle ? titleOf(puzzle, catalogue) : slug;
  };
  const isOffered = imported !== null && state.puzzles.length > 0;
  return (
    <>
      <TopBar />
      <main class="page keep">
        <h1>Import and export</h1>
        {error && !catalogue ? (
          <Notice>
            <span class="grow">{error.message}</span>
            <button type="button" class="btn btn--s" onClick={refresh}>
              Try again
            </button>
          </Notice>
        ) : null}
        <section aria-labelledby="bring-in">
          <h2 id="bring-in">Bring in a file</h2>
          <div class="box keep__zone">
            <p class="grow">
              Drop it anywhere on this page: a Triton-Puzzles-Lite file, a notebook (.ipynb), or what you
              exported here.
              <span class="soft">
                {" "}
                Every kernel in it is judged, and what passes counts as solved. Your drafts stay as they are
                until you say so.
              </span>
            </p>
            <ChooseFile main={!isOffered} />
          </div>
          {state.problem ? (
            <div role="alert">
              <Notice tone="caution">{state.problem}</Notice>
            </div>
          ) : null}
          {record ? (
            <RecordQuestion key={record.name} {...record} onDone={refresh} onLeave={() => setRecord(null)} />
          ) : null}
          {imported ? (
            <div class="keep__found">
              <div class="keep__head">
                <h3 class="grow">{imported.name}</h3>
                <b role="status">{batchHeadline(state)}</b>
              </div>
              <BatchTable state={state} titleOf={title} onTaken={() => setTaken((count) => count + 1)} />
              {[
                ...imported.notes,
                demos.length > 0
                  ? `The file also has ${plural(demos.length, "demo")}. Demos are not judged here: there is nothing to solve in them.`
                  : "",
                notThere(missing.map((one) => titleOf(one, catalogue))),
              ]
                .filter(Boolean)
                .map((note) => (
                  <p key={note} class="soft">
                    {note}
                  </p>
                ))}
            </div>
          ) : null}
        </section>
        {puzzles ? <TakeAlong key={taken} puzzles={puzzles} /> : null}
      </main>
    </>
  );
}

function notThere(titles: readonly string[]): string {
  if (titles.length === 0) return "";
  return titles.length <= 3
    ? `Not in the file: ${titles.join("; ")}.`
    : `${titles.length} more puzzles are not in the file.`;
}
