/** The free sandbox: any kernel, on tensors, a grid and constants of one's own. */
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import "../styles/sandbox.css";
import { type Action, useActions } from "../actions";
import { api } from "../api/client";
import type { Launch, Problem } from "../api/types";
import { Dock, type DockTab } from "../components/dock";
import { Linked } from "../components/linked";
import { Notice } from "../components/notice";
import { FreeResults } from "../components/sandbox/free-results";
import { LaunchForm } from "../components/sandbox/launch-form";
import { LinkDialog } from "../components/sandbox/link-dialog";
import { SourcePane } from "../components/sandbox/source-pane";
import { TopBar } from "../components/top-bar";
import { compileMarkers, markersOf } from "../editor/markers";
import type { Place } from "../editor/props";
import { type Hue, hues } from "../hues";
import { plural } from "../numbers";
import { isActive } from "../run/state";
import { useRun } from "../run/use-run";
import { useMissingWorkers } from "../run/use-workers";
import { toFragment } from "../sandbox/address";
import { copy } from "../sandbox/clipboard";
import { chosenKernel } from "../sandbox/form";
import { puzzleOf } from "../sandbox/puzzle";
import { type Reading, readForm, requestBody } from "../sandbox/reading";
import { type Kernel, kernels } from "../sandbox/signature";
import { useSandbox } from "../sandbox/use-sandbox";
import { read, write } from "../storage";

/** What takes the keys in an editor, whichever it is. */
const EDITOR_FIELD = ".ed--plain, .ed textarea, .ed [contenteditable], .ed .native-edit-context";

/** The launch of the last run, so that a page that is loaded again can show its result. */
const SENT = "sandbox-sent";

type SandboxPane = "launch" | "code" | "results";

const DOCK: readonly DockTab<SandboxPane>[] = [
  ["code", "Code", "code"],
  ["launch", "Launch", "statement"],
  ["results", "Results", "results"],
];

export function SandboxPage() {
  const kept = useSandbox();
  const { source, form } = kept.sandbox;
  const all = useKernels(source);
  const kernel = chosenKernel(form, all);
  const reading = useMemo(() => (kernel ? readForm(form, kernel) : null), [form, kernel]);
  const problems = reading ? Object.keys(reading.problems).length : 0;

  const [pane, setPane] = useState<SandboxPane>("code");
  const [place, setPlace] = useState<Place | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const [sent, setSent] = useState<Launch | null>(() => read<Launch>(SENT));
  const ready = useRef<{ launch: Launch; constants: Reading["constants"] } | null>(null);
  const run = useRun("sandbox", NOTHING, (text) => {
    if (!ready.current) throw new Error("There is no launch to send.");
    return api.run(requestBody(text, ready.current.launch, ready.current.constants));
  });
  const active = isActive(run.state);
  const missingWorkers = useMissingWorkers(run.state.phase === "queued");
  const [compileProblem, setCompileProblem] = useState<Problem | null>(null);
  const [sentSource, setSentSource] = useState<string | null>(null);
  const markers = useMemo(
    () => [...markersOf(run.state.verdict), ...compileMarkers(run.state.verdict, compileProblem)],
    [run.state.verdict, compileProblem],
  );

  useEffect(() => {
    document.title = "Sandbox · Triton Playground";
  }, []);

  const start = () => {
    setAsked(true);
    if (!reading?.launch) {
      setPane("launch");
      setRefusals((before) => before + 1);
      return;
    }
    ready.current = { launch: reading.launch, constants: reading.constants };
    write(SENT, reading.launch);
    setSent(reading.launch);
    setSentSource(source);
    setPane("results");
    run.start(source);
  };
  // After the fields say what is wrong with them. Constants first: shapes and grid may only follow from them.
  useEffect(() => {
    if (refusals === 0) return;
    const wrong = '.pane--launch [aria-invalid="true"]';
    const first = document.querySelector(`${wrong}[id$="-value"]`) ?? document.querySelector(wrong);
    if (first instanceof HTMLElement) first.focus();
  }, [refusals]);

  const goTo = useCallback((line: number, column: number | null = null) => {
    setPane("code");
    setPlace({ line, column });
  }, []);
  /** Moves the focus into a part, which is brought into view. */
  const enter = (to: SandboxPane, title: string, keys: string, first: string): Action => ({
    id: `enter-${to}`,
    title,
    group: "This page",
    keys,
    also: "pane focus",
    run: () => {
      setPane(to);
      requestAnimationFrame(() => document.querySelector<HTMLElement>(first)?.focus());
    },
  });
  useActions([
    { id: "run", title: "Run your kernel", group: "This page", keys: "Mod+Enter", run: start },
    {
      id: "cancel",
      title: "Cancel the run",
      group: "This page",
      keys: "Escape",
      enabled: active,
      run: run.cancel,
    },
    enter("launch", "Go to the launch", "Alt+Q", ".pane--launch .field"),
    enter("code", "Go to the editor", "Alt+K", EDITOR_FIELD),
    enter("results", "Go to the results", "Alt+A", '.pane--res [role="tab"][aria-selected="true"]'),
  ]);

  const parameterHues = useMemo(() => (kernel ? huesOf(kernel, reading) : NO_HUES), [kernel, reading]);
  const shown = useMemo(
    () => puzzleOf(sent ?? reading?.launch ?? { kernel: "", tensors: [], grid: [], constants: {} }),
    [sent, reading],
  );
  const link = async () => {
    const address = `${location.origin}/sandbox#${await toFragment(kept.sandbox)}`;
    if (await copy(address)) return "Link copied. It holds your kernel and its launch.";
    history.replaceState(null, "", address);
    return "This browser does not let the page copy. The link is in the address bar.";
  };

  return (
    <Linked goTo={goTo}>
      <TopBar />
      <main class="sbx" data-pane={pane}>
        <h1 class="sr">Sandbox</h1>
        <SourcePane
          source={source}
          revision={kept.revision}
          keeping={kept.keeping}
          markers={markers}
          place={place}
          parameterHues={parameterHues}
          isActive={active}
          onChange={(next) => kept.change({ source: next })}
          onExample={kept.replace}
          onLink={link}
          onRun={start}
          onCancel={run.cancel}
        />
        <section class="pane pane--launch" aria-label="Launch">
          <div class="pane__bar">
            <h2>Launch</h2>
            <span class="grow" />
            <span class="label fault" role="status">
              {isAsked && problems > 0 ? `${plural(problems, "field")} to mend before it can run` : ""}
            </span>
          </div>
          <div class="pane__body">
            <Asides kept={kept} />
            <LaunchForm
              form={form}
              kernels={all}
              kernel={kernel}
              reading={reading}
              isAsked={isAsked}
              onChange={(next) => kept.change({ form: next })}
            />
          </div>
        </section>
        <FreeResults
          puzzle={shown}
          run={run.state}
          missingWorkers={missingWorkers}
          source={sentSource ?? source}
          onCompileProblem={setCompileProblem}
          onCancel={run.cancel}
          onSeed={(seed) => kept.change({ form: { ...form, seed: String(seed) } })}
        />
      </main>
      <Dock tabs={DOCK} pane={pane} run={run.state} onPane={setPane} onRun={start} onCancel={run.cancel} />
      <LinkDialog isAsked={kept.link !== null} onAnswer={kept.answerLink} />
    </Linked>
  );
}

function Asides({ kept }: { kept: ReturnType<typeof useSandbox> }) {
  return (
    <>
      {kept.isLinkBroken ? (
        <Notice tone="caution">The link holds no sandbox that can be read. Your draft is untouched.</Notice>
      ) : null}
      {kept.aside ? (
        <Notice>
          <span class="grow">Your draft was put aside.</span>
          <button type="button" class="btn btn--s" onClick={kept.bringBack}>
            Bring it back
          </button>
          <button type="button" class="btn btn--s btn--quiet" onClick={kept.forgetAside}>
            Forget it
          </button>
        </Notice>
      ) : null}
    </>
  );
}

/** The kernels of a source. While a signature is half typed, those from before stay. */
function useKernels(source: string): readonly Kernel[] {
  const last = useRef<readonly Kernel[]>([]);
  return useMemo(() => {
    const found = kernels(source);
    if (found.length > 0 || !/^def\b/m.test(source)) last.current = found;
    return last.current;
  }, [source]);
}

function huesOf(kernel: Kernel, reading: Reading | null): ReadonlyMap<string, Hue> {
  if (reading?.launch) return hues(puzzleOf(reading.launch).tensors);
  return hues(
    kernel.parameters.flatMap(({ name, use }) => (use === "constant" ? [] : [{ name, role: use }])),
  );
}

const NO_HUES: ReadonlyMap<string, Hue> = new Map();
const NOTHING = () => {};
