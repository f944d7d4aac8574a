/** A puzzle that a teacher writes: its files with a preview, the check, its versions, its classes. */
import { useEffect, useState } from "preact/hooks";
import { type Files, ownPuzzle } from "../api/own-puzzles";
import type { OwnPuzzle, OwnVersion } from "../api/types";
import { useLoaded } from "../classroom/use-loaded";
import { Field, Problem } from "../components/account/parts";
import { useTask } from "../components/account/use-task";
import { CheckResult } from "../components/own/check-result";
import { FileEditor } from "../components/own/file-editor";
import { ClassesSection, VersionsSection } from "../components/own/versions-section";
import { Prose } from "../components/prose";
import { TabList } from "../components/tab-list";
import { TopBar } from "../components/top-bar";
import { TryAgain } from "../components/try-again";
import { FILES, type FileName, isUnderWay } from "../own/files";
import { useDraft } from "../own/use-draft";
import { navigate, OWN_PUZZLES_PATH, puzzlePath } from "../route";
import "../styles/account.css";
import "../styles/classes.css";
import "../styles/class-forms.css";
import "../styles/own-puzzles.css";
import { Missing } from "./missing";

const LOOK_MS = 1000;

export function OwnPuzzlePage({ id }: { id: string }) {
  const { value: puzzle, error, reload, put } = useLoaded(id, () => ownPuzzle(id).get());
  useEffect(() => {
    document.title = `${puzzle?.title ?? "Puzzle"} · Triton Playground`;
  }, [puzzle?.title]);
  if (error?.status === 404) return <Missing what="You have written no such puzzle in this browser." />;
  return (
    <>
      <TopBar />
      {puzzle ? (
        <Workshop puzzle={puzzle} onChange={put} onReload={reload} />
      ) : (
        <main class="page">
          <h1 class={error ? "" : "sr"}>
            {error ? "The puzzle could not be fetched" : "Fetching the puzzle"}
          </h1>
          <TryAgain error={error} onAgain={reload} />
        </main>
      )}
    </>
  );
}

interface Props {
  puzzle: OwnPuzzle;
  onChange(puzzle: OwnPuzzle): void;
  onReload(): void;
}

function Workshop({ puzzle, onChange, onReload }: Props) {
  const draft = useDraft(puzzle, onChange);
  const [file, setFile] = useState<FileName>("statement.md");
  const [revision, setRevision] = useState(0);
  const [shown, setShown] = useState(puzzle.newest?.number ?? null);
  const version = useVersion(puzzle.id, shown, onReload);
  const { isBusy, problem, run } = useTask();
  const check = () =>
    run(async () => {
      await draft.save();
      const made = await ownPuzzle(puzzle.id).check();
      setShown(made.number);
      version.put(made);
      onReload();
    });
  const write = (text: string) => draft.change({ files: { ...draft.files, [file]: text } });
  const add = (toml: string) => {
    const before = draft.files["cases.toml"] ?? "";
    draft.change({ files: { ...draft.files, "cases.toml": `${before.trimEnd()}\n\n${toml}` } });
    setRevision((last) => last + 1);
    setFile("cases.toml");
  };
  const about = FILES.find(({ name }) => name === file);
  const report = version.value?.report ?? null;
  const isChecking = isUnderWay(version.value);
  return (
    <main class="page acc classes own own--wide">
      <div class="page__h">
        <div class="grow">
          <p>
            <a href={OWN_PUZZLES_PATH}>Puzzles of your own</a>
          </p>
          <h1>{draft.title || "Untitled"}</h1>
        </div>
        <span class={draft.isLoud ? "fault" : "soft"} role="status">
          {draft.kept}
        </span>
        {puzzle.published !== null || puzzle.versions.some(({ state }) => state === "good") ? (
          <a class="btn" href={puzzlePath(puzzle.slug)}>
            Try it
          </a>
        ) : null}
        <button type="button" class="btn btn--main" disabled={isBusy || isChecking} onClick={check}>
          {isChecking ? "Being checked" : "Check"}
        </button>
      </div>
      <Problem text={problem} />
      <Field label="Title, for yourself" value={draft.title} onInput={(title) => draft.change({ title })} />
      <div class="own__bench">
        <div class="own__files box">
          <div class="own__tabs">
            <TabList<FileName>
              name="Files of the puzzle"
              tabs={FILES.map(({ name, title }) => ({ id: name, label: title }))}
              chosen={file}
              panel="own-file"
              onChoose={(id) => setFile(id)}
            />
          </div>
          <div id="own-file" role="tabpanel" aria-label={file}>
            <p class="label soft own__about">
              <span class="mono">{file}</span>: {about?.about}
            </p>
            <FileEditor
              key={file}
              name={file}
              text={draft.files[file] ?? ""}
              revision={revision}
              problem={report?.where === file ? (report.problem ?? null) : null}
              onChange={write}
            />
          </div>
        </div>
        <Preview files={draft.files} file={file} />
      </div>
      {version.value ? <CheckResult version={version.value} onAdd={add} /> : null}
      <div class="acc__grid">
        <VersionsSection puzzle={puzzle} onChange={onChange} onShow={setShown} />
        <ClassesSection puzzle={puzzle} onChange={onReload} />
      </div>
      <Leave puzzle={puzzle} />
    </main>
  );
}

/** A version as it stands; asked for again while its check is under way. */
function useVersion(id: string, number: number | null, onDone: () => void) {
  const loaded = useLoaded<OwnVersion | null>(`${id} ${number}`, async () =>
    number === null ? null : ownPuzzle(id).version(number),
  );
  const { value, reload } = loaded;
  const isRunning = isUnderWay(value);
  useEffect(() => {
    if (!isRunning) return;
    const again = setInterval(reload, LOOK_MS);
    return () => {
      clearInterval(again);
      onDone();
    };
  }, [isRunning, reload, onDone]);
  return { ...loaded, value: value?.number === number ? value : null };
}

function Preview({ files, file }: { files: Files; file: FileName }) {
  const name = file === "hints.md" || file === "explanation.md" ? file : "statement.md";
  const title = { "statement.md": "Statement", "hints.md": "Hints", "explanation.md": "Explanation" }[name];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section class="box own__preview stmt" aria-label={`${title}, as students see it`} tabIndex={0}>
      <h2>{title}</h2>
      <Prose text={files[name] ?? ""} linksTerms />
    </section>
  );
}

function Leave({ puzzle }: { puzzle: OwnPuzzle }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, problem, run } = useTask();
  return (
    <div class="row">
      <a class="btn" href={ownPuzzle(puzzle.id).folderPath(null)} download>
        Take the draft along as a folder
      </a>
      {isAsking ? (
        <>
          <button
            type="button"
            class="btn btn--main"
            disabled={isBusy}
            onClick={() =>
              run(async () => {
                await ownPuzzle(puzzle.id).remove();
                navigate(OWN_PUZZLES_PATH);
              })
            }
          >
            Delete it with all versions
          </button>
          <button type="button" class="btn" onClick={() => setAsking(false)}>
            Keep it
          </button>
        </>
      ) : (
        <button type="button" class="btn" onClick={() => setAsking(true)}>
          Delete
        </button>
      )}
      <Problem text={problem} />
    </div>
  );
}
