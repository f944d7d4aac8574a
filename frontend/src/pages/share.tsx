/** A shared run at its own address: veiled, or open to read, to run again and to take along. */
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { useActions } from "../actions";
import { ApiError, api } from "../api/client";
import type { Puzzle, SharedSolution } from "../api/types";
import { titleOf, useCatalogue } from "../catalogue";
import { Icon } from "../components/icon";
import { lazy } from "../components/lazy";
import { Linked } from "../components/linked";
import { NotesList } from "../components/notes-list";
import { Notice } from "../components/notice";
import { DeleteDialog } from "../components/sharing/delete-dialog";
import { LinkDialog } from "../components/sharing/link-dialog";
import { OpenDialog } from "../components/sharing/open-dialog";
import { ShareMenu } from "../components/sharing/share-menu";
import { SourceBox } from "../components/sharing/source-box";
import { Veil } from "../components/sharing/veil";
import { VerdictBox } from "../components/sharing/verdict-box";
import { TopBar } from "../components/top-bar";
import { keptDraft, putDraft } from "../draft";
import { showDay } from "../numbers";
import { navigate, puzzlePath } from "../route";
import { isActive } from "../run/state";
import { toFragment } from "../sandbox/address";
import { puzzleOf } from "../sandbox/puzzle";
import { explorerAddress, startOfCase, startOfLaunch } from "../sharing/compiler-explorer";
import { formOf } from "../sharing/launch-form";
import { useAgain } from "../sharing/use-again";
import "../styles/share.css";
import { diagnose, failingCase, OUTCOMES } from "../words";
import { Missing } from "./missing";

const SharedPicture = lazy(() =>
  import("../components/sharing/shared-picture").then((part) => part.SharedPicture),
);
const OutputView = lazy(() => import("../components/output/output-view").then((part) => part.OutputView));

export function SharePage({ id }: { id: string }) {
  const [shared, setShared] = useState<SharedSolution | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isGone, setGone] = useState(false);
  const failed = useCallback((caught: unknown) => {
    setError(caught instanceof ApiError ? caught : new ApiError(0, "error", String(caught)));
  }, []);
  const look = useCallback(() => {
    setError(null);
    api.shared(id).then(setShared, failed);
  }, [id, failed]);
  useEffect(look, [look]);

  if (isGone || error?.status === 410) return <Missing what="Its owner has deleted this link." />;
  if (shared)
    return (
      <>
        <TopBar />
        <Shown shared={shared} onChange={setShared} onDeleted={() => setGone(true)} />
      </>
    );
  if (error?.status === 404) return <Missing what="There is no such link." />;
  return (
    <>
      <TopBar />
      <main class="page stack">
        {error ? (
          <>
            <h1>This link could not be fetched</h1>
            <Notice>
              <span class="grow">{error.message}</span>
              <button type="button" class="btn btn--s" onClick={look}>
                Try again
              </button>
            </Notice>
          </>
        ) : (
          <h1 class="sr">Fetching what was shared</h1>
        )}
      </main>
    </>
  );
}

interface ShownProps {
  shared: SharedSolution;
  onChange(shared: SharedSolution): void;
  onDeleted(): void;
}

function Shown({ shared, onChange, onDeleted }: ShownProps) {
  const { id, source, verdict } = shared;
  const { catalogue } = useCatalogue();
  const puzzle = usePuzzle(shared);
  const again = useAgain(id);
  const [dialog, setDialog] = useState<"open" | "link" | "delete" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const title = titleFor(shared);
  useEffect(() => {
    document.title = `${title} · Triton Playground`;
  }, [title]);

  const tell = (caught: unknown) => {
    setAsking(false);
    setProblem(caught instanceof Error ? caught.message : String(caught));
  };
  const show = () => {
    setAsking(true);
    setProblem(null);
    api.reveal(id).then((opened) => {
      setAsking(false);
      onChange(opened);
    }, tell);
  };
  const put = () => {
    if (!puzzle || source === null) return;
    if (putDraft(puzzle.slug, puzzle.starter, source) === "kept" || source === puzzle.starter)
      navigate(puzzlePath(puzzle.slug));
    else {
      setDialog(null);
      setProblem(
        "This browser’s storage is full or blocked, so your draft was left alone. Copy the source instead.",
      );
    }
  };
  const open = async () => {
    if (source === null) return;
    // The sandbox itself asks, where it holds a draft.
    if (shared.launch) {
      const fragment = await toFragment({ source, form: formOf(shared.launch, shared.constants) });
      navigate(`/sandbox#${fragment}`);
    } else if (puzzle) {
      const draft = keptDraft(puzzle.slug);
      if (draft && draft.source !== source && draft.source !== puzzle.starter) setDialog("open");
      else put();
    }
  };
  const explorer = useMemo(() => {
    if (source === null) return null;
    if (shared.launch) return explorerAddress(source, startOfLaunch(shared.launch, shared.constants));
    return explorerAddress(source, puzzle ? startOfCase(puzzle, failingCase(verdict)) : null);
  }, [shared, source, verdict, puzzle]);
  const isOpen = source !== null;
  const canOpen = isOpen && puzzle !== null;
  useActions([
    {
      id: "run",
      title: "Run it again",
      group: "This page",
      keys: "Mod+Enter",
      enabled: isOpen,
      run: again.start,
    },
    {
      id: "open-in-editor",
      title: "Open it in my editor",
      group: "This page",
      also: "draft take copy",
      enabled: canOpen,
      run: () => void open(),
    },
    { id: "share", title: "Copy the link, or embed it", group: "This page", run: () => setDialog("link") },
    { id: "reveal", title: "Show the solution", group: "This page", enabled: shared.veiled, run: show },
  ]);
  const blocks = verdict.output.filter((block) => block.text !== "");
  const at = puzzle && verdict.outcome !== "passed" ? diagnose(puzzle, verdict).line : null;
  return (
    <Linked goTo={goTo}>
      <main class="page share-page">
        <div class="stack share__head">
          <p class="soft">
            <Crumbs
              shared={shared}
              title={puzzle && shared.kind !== "run" ? titleOf(puzzle, catalogue) : null}
            />
          </p>
          <div class="share__title">
            <h1 class="grow">{title}</h1>
            {isOpen ? (
              <>
                <button type="button" class="btn" disabled={isActive(again.state)} onClick={again.start}>
                  <Icon name="reset" /> Run again
                </button>
                <button type="button" class="btn btn--main" disabled={!canOpen} onClick={open}>
                  Open in my editor
                </button>
                <ShareMenu
                  shared={shared}
                  explorer={explorer}
                  onLink={() => setDialog("link")}
                  onList={(listed) => api.listShared(id, listed).then(onChange, tell)}
                  onDelete={() => setDialog("delete")}
                />
              </>
            ) : null}
          </div>
          <p class="soft">{judgedHow(shared)}</p>
        </div>
        {problem ? (
          <div role="alert">
            <Notice tone="caution">{problem}</Notice>
          </div>
        ) : null}
        {shared.looked ? (
          <Notice tone="caution">
            <Icon name="eye" />
            <span>
              You chose to look before solving. Solve it in your own way and it counts as always; an answer
              identical to this one is not ranked.
            </span>
          </Notice>
        ) : null}
        {shared.own && shared.kind === "solution" ? (
          <p class="label soft share__own">
            This link is yours.{" "}
            {shared.listed ? "Who has solved the puzzle finds it listed there." : "It is in no list."}
          </p>
        ) : null}
        <div class="share__cols">
          {source === null ? (
            <Veil slug={shared.puzzle} lines={shared.lines} isAsking={isAsking} onShow={show} />
          ) : (
            <SourceBox shared={shared} source={source} puzzle={puzzle} line={at} explorer={explorer} />
          )}
          <div class="stack share__side">
            <VerdictBox shared={shared} puzzle={puzzle} again={again} />
            {blocks.length > 0 ? (
              <section class="box share__output" aria-label="Output">
                <OutputView
                  blocks={blocks}
                  grid={verdict.cases[0]?.grid ?? []}
                  isLive={false}
                  printed={verdict.output_truncated ? verdict.output_characters : null}
                  isStopped={verdict.outcome === "output_limit"}
                />
              </section>
            ) : null}
            {verdict.warnings.length + verdict.notes.length > 0 ? (
              <section aria-label="Notes">
                <NotesList verdict={verdict} />
              </section>
            ) : null}
            {isOpen && puzzle && puzzle.tensors.length > 0 ? (
              <SharedPicture puzzle={puzzle} verdict={verdict} again={again} />
            ) : null}
          </div>
        </div>
      </main>
      {dialog === "open" ? (
        <OpenDialog title={shared.title} onOpen={put} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === "link" ? (
        <LinkDialog shared={shared} title={title} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === "delete" ? (
        <DeleteDialog id={id} onDeleted={onDeleted} onClose={() => setDialog(null)} />
      ) : null}
    </Linked>
  );
}

function Crumbs({ shared, title }: { shared: SharedSolution; title: string | null }) {
  if (shared.kind === "run") return <a href="/sandbox">Sandbox</a>;
  return (
    <>
      <a href="/">Puzzles</a> / <a href={puzzlePath(shared.puzzle)}>{title ?? shared.title}</a>
    </>
  );
}

/** The puzzle of a shared run; of a free run, its launch in that form. Null until it is here. */
function usePuzzle({ puzzle: slug, launch, kind }: SharedSolution): Puzzle | null {
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null);
  const free = useMemo(() => (launch ? puzzleOf(launch) : null), [launch]);
  useEffect(() => {
    // Without it the source is there to read all the same.
    if (kind !== "run") api.puzzle(slug).then(setPuzzle, () => {});
  }, [slug, kind]);
  return free ?? puzzle;
}

function titleFor({ kind, title, verdict, launch }: SharedSolution): string {
  if (kind === "solution") return `A solution to ${title}`;
  if (kind === "run") return launch ? `A run of ${launch.kernel}` : "A free run";
  return `${OUTCOMES[verdict.outcome].word} in ${title}`;
}

function judgedHow({ by, created_at, device, verdict }: SharedSolution): string {
  const when = showDay(new Date(created_at));
  const version = verdict.triton_version ? `, Triton ${verdict.triton_version}` : "";
  const place = device === "gpu" ? "a GPU" : "the interpreter";
  return `${by ? `by ${by}, ${when}` : when}. Judged on ${place}${version}, seed ${verdict.seed}. This page never changes.`;
}

/** Brings a line of the source into view. */
function goTo(line: number): void {
  document.querySelector(`.share__source .code__ln:nth-child(${line})`)?.scrollIntoView({ block: "center" });
}
