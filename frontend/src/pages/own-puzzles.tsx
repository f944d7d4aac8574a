/** The puzzles that a teacher has written, and beginning another. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ownPuzzles } from "../api/own-puzzles";
import type { OwnPuzzleSummary } from "../api/types";
import { useLoaded } from "../classroom/use-loaded";
import { Field, Problem, Section } from "../components/account/parts";
import { useTask } from "../components/account/use-task";
import { TopBar } from "../components/top-bar";
import { TryAgain } from "../components/try-again";
import { readFolder, stateInWords } from "../own/files";
import { navigate, ownPuzzlePath } from "../route";
import "../styles/account.css";
import "../styles/classes.css";
import "../styles/own-puzzles.css";

export function OwnPuzzlesPage() {
  const { value, error, reload } = useLoaded("own puzzles", ownPuzzles.all);
  useEffect(() => {
    document.title = "Puzzles of your own · Triton Playground";
  }, []);
  return (
    <>
      <TopBar />
      <main class="page acc classes own">
        <div>
          <p>
            <a href="/classes">Classes</a>
          </p>
          <h1>Puzzles of your own</h1>
        </div>
        <TryAgain error={error} onAgain={reload} />
        {value && value.length > 0 ? (
          <ul class="box classes__list" aria-label="Puzzles">
            {value.map((one) => (
              <li key={one.id}>
                <a href={ownPuzzlePath(one.id)} class="classes__one">
                  <b class="grow">{one.title}</b>
                  <span class="soft">{aboutOf(one)}</span>
                </a>
              </li>
            ))}
          </ul>
        ) : null}
        {value ? <Begin isFirst={value.length === 0} /> : null}
      </main>
    </>
  );
}

function aboutOf({ published, newest, classrooms }: OwnPuzzleSummary): string {
  const told = [
    published === null ? "a draft" : `version ${published} published`,
    newest && newest.number !== published ? `version ${newest.number}: ${stateInWords(newest)}` : null,
    classrooms.length > 0 ? `in ${classrooms.map(({ name }) => name).join(", ")}` : null,
  ];
  return told.filter(Boolean).join("; ");
}

function Begin({ isFirst }: { isFirst: boolean }) {
  const [title, setTitle] = useState("");
  const [missing, setMissing] = useState<string | null>(null);
  const { isBusy, problem, run } = useTask();
  const folder = useRef<HTMLInputElement>(null);
  return (
    <Section title={isFirst ? "Write your first puzzle" : "Write a puzzle"}>
      <p class="soft">
        You begin with a small one that works, and change it. Before you publish it, it is checked with wrong
        kernels made of your reference, so that you know what its cases let pass.
      </p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => navigate(ownPuzzlePath((await ownPuzzles.add(title.trim())).id)));
        }}
      >
        <Field label="Title, for yourself" value={title} onInput={setTitle} />
        <div class="row">
          <button type="submit" class="btn btn--main" disabled={isBusy || !title.trim()}>
            Begin
          </button>
          <button type="button" class="btn" disabled={isBusy} onClick={() => folder.current?.click()}>
            From the files of a folder
          </button>
          <input
            ref={folder}
            type="file"
            class="sr"
            multiple
            accept=".md,.toml,.py"
            aria-label="The files of a puzzle folder"
            tabIndex={-1}
            onChange={({ currentTarget: { files } }) => {
              setMissing(null);
              run(async () => {
                const found = await readFolder(files ?? []);
                if (!found["puzzle.toml"])
                  return setMissing("Choose all files of the folder, puzzle.toml among them.");
                const named = /^title\s*=\s*"([^"\n]{1,90})"/m.exec(found["puzzle.toml"])?.[1];
                const made = await ownPuzzles.add(title.trim() || named || "From a folder", found);
                navigate(ownPuzzlePath(made.id));
              });
            }}
          />
        </div>
        <Problem text={missing ?? problem} />
      </form>
    </Section>
  );
}
