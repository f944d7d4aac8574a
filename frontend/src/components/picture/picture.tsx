/** A case's memory, what each program did to it and when: plates, a strip of programs, a track of steps. */
import "../../styles/picture.css";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useActions } from "../../actions";
import type { CaseVerdict } from "../../api/types";
import type { Hue } from "../../hues";
import { plural } from "../../numbers";
import type { PictureModel } from "../../picture/model";
import { opening, type Shown } from "../../picture/opening";
import { FULL_PX } from "../../picture/zoom";
import { useSelection } from "../../selection";
import { Tools, type ToolsProps } from "../picture-tools";
import { pictureKeys } from "./keys";
import { Legend } from "./legend";
import { Plate } from "./plate";
import type { Point } from "./point";
import { ProgramStrip } from "./program-strip";
import { Readout } from "./readout";
import { StepTable } from "./step-table";
import { StepTrack } from "./step-track";
import { nextFault, usePlay } from "./use-play";

export interface PictureProps {
  model: PictureModel;
  one: CaseVerdict | null;
  hueOf(name: string): Hue;
  tools: ToolsProps;
  /** When the trace had arrived, by performance.now: what it took to draw is measured from here. */
  arrivedMs: number;
}

export function Picture({ model, one, hueOf: hueNamed, tools, arrivedMs }: PictureProps) {
  const host = useRef<HTMLElement>(null);
  const width = useWidth(host);
  const [selection, select] = useSelection();
  const elsewhere = selection.origin === "mismatch" || selection.origin === "output" ? selection : null;
  const [shown, setShown] = useState<Shown>(
    () => pointedAt(model, elsewhere?.program ?? null) ?? opening(model, one),
  );
  const [lens, setLens] = useState<boolean | null>(null);
  const [pointed, setPointed] = useState<Point | null>(null);
  const [kept, setKept] = useState<Point | null>(null);
  const { tensors, programs } = model.trace;
  const hueOf = (tensor: number) => hueNamed(tensors[tensor]?.name ?? "");

  const steps = useMemo(
    () => (shown.program === null ? null : model.stepsOf(shown.program)),
    [model, shown.program],
  );
  const asked = selection.origin === "editor" ? selection.line : null;
  const isKnown = asked !== null && model.trace.records.some(({ line }) => line === asked);
  const now = isKnown && steps ? stepAt(steps, shown.at, asked) : shown.at;

  const show = (next: Shown) => {
    setShown(next);
    setPointed(null);
    setKept(null);
    tell(next);
  };
  const tell = ({ program, at }: Shown) => {
    const step = program === null ? undefined : model.stepsOf(program)[at];
    select({ line: step?.line ?? null, program, cell: null, origin: "picture" });
  };
  const isDrawn = width > 0;
  useEffect(() => {
    if (!isDrawn) return;
    const frame = requestAnimationFrame(() =>
      performance.measure("picture-drawn", { start: arrivedMs, end: performance.now() }),
    );
    return () => cancelAnimationFrame(frame);
  }, [isDrawn, arrivedMs]);
  useEffect(() => {
    if (!elsewhere) tell(shown);
  }, [model]);

  // What is pointed at in a heat map is shown here, by the page's own selection.
  const other = elsewhere?.program ?? null;
  useEffect(() => {
    const next = other === shown.program ? null : pointedAt(model, other);
    if (next) setShown(next);
  }, [other, model]);

  const point = (next: Point | null, isChosen: boolean) => {
    if (isChosen) setKept(next);
    setPointed(next);
    if (!next) {
      const step = steps?.[shown.at];
      select({ line: step?.line ?? null, cell: null, origin: "picture" });
      return;
    }
    const name = tensors[next.tensor]?.name ?? "";
    select({
      line: lineOf(model, next, steps?.[now]?.tensor === next.tensor ? steps[now]?.line : undefined),
      cell: next.offset === null ? null : { tensor: name, index: next.offset },
      program: shown.program,
      origin: "picture",
    });
  };

  const goStep = (at: number) => {
    if (steps && steps.length > 0) show({ ...shown, at: Math.max(0, Math.min(steps.length - 1, at)) });
    else if (!steps) show({ program: model.trace.order[0] ?? 0, at: 0 });
  };
  const goProgram = (program: number | null) => {
    if (program === null) return show({ program, at: 0 });
    const there = model.stepsOf(program);
    const bad = there.findIndex(({ outside }) => outside > 0);
    const same = steps?.[shown.at]
      ? there.findIndex(({ line, turn }) => line === steps[shown.at]?.line && turn === steps[shown.at]?.turn)
      : -1;
    show({ program, at: same >= 0 ? same : bad >= 0 ? bad : Math.max(0, there.length - 1) });
  };
  const play = usePlay(model, shown, show);
  const actions = {
    step: (by: number) => goStep(steps ? shown.at + by : 0),
    program: (by: number) =>
      goProgram(shown.program === null ? (by > 0 ? 0 : programs - 1) : clamp(shown.program + by, programs)),
    all: () => goProgram(null),
    fault: () => {
      const next = nextFault(model, shown, kept);
      if (!next) return;
      show(next.shown);
      if (next.point) setKept(next.point);
    },
    play: play.toggle,
    lens: () => setLens((before) => !(before ?? tensors.some(({ size }) => size > 4096))),
    table: () => tools.onTable(!tools.asTable),
    zoom: (to: 1 | -1 | "fit" | "full") =>
      to === "fit" ? tools.onZoom("fit") : to === "full" ? tools.onZoom(FULL_PX) : tools.onStepZoom(to),
  };
  useActions([
    {
      id: "picture-next-fault",
      title: "Show the next fault in the picture",
      group: "This page",
      also: "out of bounds access memory",
      enabled: model.faults.length > 0,
      run: actions.fault,
    },
    { id: "picture-all", title: "Show all programs in the picture", group: "This page", run: actions.all },
    {
      id: "picture-table",
      title: tools.asTable ? "Show the picture" : "Show the picture as a table",
      group: "This page",
      also: "accesses memory",
      run: actions.table,
    },
  ]);
  useFollowedFocus(host, shown);
  useInView(host, steps?.[now] ? (tensors[steps[now].tensor]?.name ?? null) : null, shown, isDrawn);

  const table = useMemo(
    () => (
      <StepTable
        model={model}
        steps={steps}
        now={now}
        program={shown.program}
        invalid={one?.invalid_accesses ?? []}
        grid={model.trace.grid}
        isShown={tools.asTable}
        hueOf={hueOf}
        onStep={goStep}
        onProgram={goProgram}
      />
    ),
    [model, steps, now, shown, one, tools.asTable],
  );
  const cell = elsewhere?.cell ?? null;

  return (
    <section
      class="ap"
      ref={host}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move through programs and steps
      tabIndex={0}
      aria-label="Memory picture"
      data-program={shown.program ?? "all"}
      data-step={steps ? now : ""}
      onKeyDown={(event) => pictureKeys(event, actions)}
    >
      <div class={tools.asTable ? "ap__table" : "sr"}>{table}</div>
      <div class="ap__nav">
        <div class="ap__line">
          <span>Program</span>
          <ProgramStrip model={model} program={shown.program} onProgram={goProgram} />
          <span class="label quiet not-phone nowrap ap__here" aria-hidden="true">
            <kbd>Shift</kbd> <kbd>←</kbd> <kbd>→</kbd>
          </span>
        </div>
        <div class="ap__line">
          <span>Step</span>
          {steps ? (
            <StepTrack
              steps={steps}
              now={now}
              line={asked}
              nameOf={(step) => tensors[step.tensor]?.name ?? ""}
              hueOf={(step) => hueOf(step.tensor)}
              onStep={goStep}
            />
          ) : (
            <span class="soft ap__hint">
              {plural(programs, "program")}
              {model.faults.length > 0 ? `, ${plural(model.faults.length, "step")} out of bounds` : ""}
              {model.trace.cut ? ". The first part of a long trace" : ""}
            </span>
          )}
          <span class="ap__play">
            <button
              type="button"
              class="btn btn--s btn--quiet"
              aria-pressed={play.isPlaying}
              onClick={play.toggle}
            >
              {play.isPlaying ? "Pause" : "Play"}
            </button>
            <span class="label quiet not-phone nowrap ap__here" aria-hidden="true">
              <kbd>←</kbd> <kbd>→</kbd>
            </span>
          </span>
        </div>
      </div>
      {tools.asTable || width === 0
        ? null
        : tensors.map(({ name }, tensor) => (
            <Plate
              key={name}
              model={model}
              tensor={tensor}
              hue={hueOf(tensor)}
              width={width}
              zoom={tools.zoom}
              lens={lens}
              steps={steps}
              now={now}
              program={shown.program}
              line={isKnown ? asked : null}
              run={0}
              point={pointed ?? kept}
              chosen={cell?.tensor === name ? cell.index : null}
              onPoint={point}
            />
          ))}
      <Readout
        model={model}
        steps={steps}
        now={now}
        point={pointed ?? kept}
        hueOf={hueOf}
        valueOf={() => null}
      />
      <Legend model={model} steps={steps} now={now} hueOf={hueOf} />
      <span class="only-phone">
        <Tools {...tools} />
      </span>
      <div class="ap__keys not-phone">
        <span>In the picture:</span>
        <span>
          <kbd>←</kbd> <kbd>→</kbd> step
        </span>
        <span>
          <kbd>Shift</kbd> <kbd>←</kbd> <kbd>→</kbd> program
        </span>
        <span>
          <kbd>F</kbd> next fault
        </span>
        <span>
          <kbd>A</kbd> all programs
        </span>
        <span>
          <kbd>Space</kbd> play
        </span>
        <span>
          <kbd>Z</kbd> lens
        </span>
        <span>
          <kbd>+</kbd> <kbd>−</kbd> zoom
        </span>
        <span>
          <kbd>T</kbd> as a table
        </span>
      </div>
    </section>
  );
}

/** The last store of a program that another part of the page points at. */
function pointedAt(model: PictureModel, program: number | null): Shown | null {
  if (program === null || !model.ran(program)) return null;
  return {
    program,
    at: Math.max(
      0,
      model.stepsOf(program).findLastIndex(({ op }) => op !== "load"),
    ),
  };
}

/** The step of a line that is nearest to come, else the last that was. */
function stepAt(steps: NonNullable<ReturnType<PictureModel["stepsOf"]>>, from: number, line: number): number {
  const ahead = steps.findIndex((step) => step.at >= from && step.line === line);
  if (ahead >= 0) return ahead;
  const behind = steps.findLastIndex((step) => step.line === line);
  return behind >= 0 ? behind : from;
}

/** The line to light for a place: the shown step's where it covers the place, else the last that did. */
function lineOf(model: PictureModel, { tensor, offset }: Point, current: number | undefined): number | null {
  let found: number | null = offset === null ? (current ?? null) : null;
  if (offset !== null)
    model.accessesOf(tensor, offset, ({ line }) => {
      if (found !== current || current === undefined) found = line;
    });
  return found;
}

function clamp(program: number, programs: number): number {
  return Math.max(0, Math.min(programs - 1, program));
}

function useWidth(host: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = host;
    if (!current) return;
    const look = () => {
      const style = getComputedStyle(current);
      const inner =
        current.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      setWidth(Math.max(0, Math.floor(inner)));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, [host]);
  return width;
}

/** Keys move what is chosen; a focus on the button that was chosen goes with it. */
function useFollowedFocus(host: { current: HTMLElement | null }, { program, at }: Shown): void {
  useEffect(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || !host.current?.contains(focused)) return;
    const group = focused.closest(".tk__row, .pgs");
    if (focused.tagName === "BUTTON" && group)
      group
        .querySelector<HTMLElement>('[aria-current="step"], [aria-pressed="true"]')
        ?.focus({ preventScroll: true });
  }, [program, at]);
}

/** The plate of the step that is shown comes into view between the track and the readout. */
function useInView(
  host: { current: HTMLElement | null },
  name: string | null,
  shown: Shown,
  isDrawn: boolean,
): void {
  const opened = useRef<Shown | null>(null);
  useEffect(() => {
    if (name === null || !isDrawn) return;
    opened.current ??= shown;
    const body = host.current?.closest(".pane__body");
    // On a phone the page itself scrolls: it does not move because results have arrived.
    if (opened.current === shown && body && body.scrollHeight <= body.clientHeight) return;
    const plate = [...(host.current?.querySelectorAll<HTMLElement>("[data-tensor]") ?? [])].find(
      (one) => one.dataset.tensor === name,
    );
    const nav = host.current?.querySelector(".ap__nav");
    const readout = host.current?.querySelector(".readout");
    if (!plate || !nav || !readout) return;
    // On a phone the whole page scrolls, and the verdict above is not to be scrolled away.
    if (getComputedStyle(nav).position !== "sticky") return;
    plate.style.scrollMarginTop = `${nav.getBoundingClientRect().height + 12}px`;
    plate.style.scrollMarginBottom = `${readout.getBoundingClientRect().height + 28}px`;
    plate.scrollIntoView?.({ block: "nearest" });
  }, [name, shown, isDrawn]);
}
