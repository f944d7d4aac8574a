/** What the picture shows, in words: the steps of a program lane by lane, or the statements of all programs. */
import { useMemo } from "preact/hooks";
import { MASKED, type TraceTensor } from "../../api/trace";
import type { InvalidAccess } from "../../api/types";
import type { Hue } from "../../hues";
import { capital, plural, showCount, showElement, showProgram } from "../../numbers";
import type { PictureModel } from "../../picture/model";
import { indexOf, offsetAt, spaceOf } from "../../picture/space";
import { meantFor, type Step } from "../../picture/step";
import { linearProgram } from "../../selection";
import { ACCESS_WORDS } from "../../words";
import { LineLink } from "../line-link";
import { shortProgram } from "./labels";

interface Props {
  model: PictureModel;
  steps: readonly Step[] | null;
  now: number;
  program: number | null;
  invalid: readonly InvalidAccess[];
  grid: readonly number[];
  /** Off the screen it is for a screen reader alone, and its buttons are out of the order of Tab. */
  isShown: boolean;
  hueOf(tensor: number): Hue;
  onStep(at: number): void;
  onProgram(program: number): void;
}

/** More rows are left out and counted. */
const MOST_ROWS = 300;

export function StepTable(props: Props) {
  return props.steps === null ? <AllTable {...props} /> : <OneTable {...props} steps={props.steps} />;
}

function OneTable({
  model,
  steps,
  now,
  program,
  isShown,
  hueOf,
  onStep,
}: Props & { steps: readonly Step[] }) {
  const rows = useMemo(() => steps.flatMap((step) => rowsOf(model, step)), [model, steps]);
  const name = (step: Step) => model.trace.tensors[step.tensor]?.name ?? "";
  return (
    <table class="grid grid--rows">
      <caption class="sr">
        Loads and stores of program {shortProgram(program ?? 0, model.trace.grid)}, in order
      </caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Line</th>
          <th scope="col">Lanes</th>
          <th scope="col">Elements</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, MOST_ROWS).map(({ step, lanes, words, tone }, i) => (
          // The row's own button is what the keyboard uses
          <tr key={i} class={step.at === now ? "is-here" : ""} onClick={() => onStep(step.at)}>
            <th scope="row">
              <button
                type="button"
                class="link nowrap"
                tabIndex={isShown ? 0 : -1}
                aria-current={step.at === now ? "step" : undefined}
                onClick={() => onStep(step.at)}
              >
                {step.op} <code class={`hue ${hueOf(step.tensor)}`}>{name(step)}</code>
                {step.turns > 1 ? ` ${step.turn} of ${step.turns}` : ""}
              </button>
            </th>
            <td>{isShown ? <LineLink line={step.line} /> : `line ${step.line}`}</td>
            <td>{lanes}</td>
            <td class={tone}>{words}</td>
          </tr>
        ))}
      </tbody>
      {rows.length > MOST_ROWS ? (
        <tfoot>
          <tr>
            <td colSpan={4}>and {showCount(rows.length - MOST_ROWS)} more rows</td>
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}

interface Row {
  step: Step;
  lanes: string;
  words: string;
  tone: string;
}

const NOWHERE = { slice: -1, row: -1, col: -1 };

/** One row for each kind of lane in a step. */
function rowsOf(model: PictureModel, step: Step): Row[] {
  const tensor = model.trace.tensors[step.tensor];
  if (!tensor) return [];
  const space = spaceOf(tensor, 1);
  const on: number[] = [];
  const masked: number[] = [];
  const strayed: number[] = [];
  const outside: number[] = [];
  step.lanes.forEach((offset, lane) => {
    if (offset === MASKED) masked.push(lane);
    else if (offset < 0 || offset >= tensor.size) outside.push(lane);
    else if (step.strayed > 0 && offsetAt(space, meantFor(space, step, lane) ?? NOWHERE) !== offset)
      strayed.push(lane);
    else on.push(lane);
  });
  const rows: Row[] = [];
  const add = (lanes: number[], words: string, tone = "") => {
    if (lanes.length > 0) rows.push({ step, lanes: lanesWords(lanes), words, tone });
  };
  add(on, elements(tensor, step, on));
  add(masked, "masked off");
  add(strayed, `past the end of a row, come down at ${elements(tensor, step, strayed)}`, "caution");
  add(outside, `out of bounds: ${elements(tensor, step, outside)}, ${showCount(outside.length)}`, "fault");
  return rows;
}

function lanesWords(lanes: readonly number[]): string {
  const [first, last] = [lanes[0] as number, lanes.at(-1) as number];
  if (lanes.length === 1) return String(first);
  return last - first === lanes.length - 1 ? `${first} to ${last}` : `${showCount(lanes.length)} lanes`;
}

function elements(tensor: TraceTensor, step: Step, lanes: readonly number[]): string {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const lane of lanes) {
    low = Math.min(low, step.lanes[lane] as number);
    high = Math.max(high, step.lanes[lane] as number);
  }
  if (low > high) return "";
  const name = (offset: number) => showElement(tensor.name, indexOf(tensor.shape, offset));
  return low === high ? name(low) : `${name(low)} to ${name(high)}`;
}

/** What leaves its tensor in any program comes first, then each statement with what its programs did together. */
function AllTable({ model, invalid, grid, isShown, hueOf, onProgram }: Props) {
  const statements = useMemo(() => sum(model), [model]);
  const faults = [...invalid].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const { tensors } = model.trace;
  const hueNamed = (name: string) => hueOf(tensors.findIndex((tensor) => tensor.name === name));
  return (
    <>
      {faults.length > 0 ? (
        <table class="grid grid--rows">
          <caption class="sr">Accesses out of bounds</caption>
          <thead>
            <tr>
              <th scope="col">Out of bounds</th>
              <th scope="col">Line</th>
              <th scope="col">First</th>
              <th scope="col">By</th>
              <th scope="col" class="num">
                Lanes
              </th>
            </tr>
          </thead>
          <tbody>
            {faults.map((access) => {
              const program = linearProgram(access.program, grid);
              return (
                <tr
                  key={`${access.line} ${access.op} ${access.tensor} ${program}`}
                  onClick={() => onProgram(program)}
                >
                  <th scope="row">
                    {ACCESS_WORDS[access.op].noun} of{" "}
                    <code class={`hue ${hueNamed(access.tensor)}`}>{access.tensor}</code>
                  </th>
                  <td>
                    {access.line === null ? (
                      "–"
                    ) : isShown ? (
                      <LineLink line={access.line} />
                    ) : (
                      `line ${access.line}`
                    )}
                  </td>
                  <td class="mono fault">{showElement(access.tensor, access.first_index)}</td>
                  <td>
                    <button
                      type="button"
                      class="link nowrap"
                      tabIndex={isShown ? 0 : -1}
                      onClick={() => onProgram(program)}
                    >
                      {showProgram(access.program, grid)}
                    </button>
                  </td>
                  <td class="num">{showCount(access.lanes)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : null}
      <table class="grid">
        <caption class="sr">Loads and stores of all programs, by line</caption>
        <thead>
          <tr>
            <th scope="col">Access</th>
            <th scope="col">Line</th>
            <th scope="col">Programs</th>
            <th scope="col" class="num">
              Lanes on
            </th>
            <th scope="col" class="num">
              Masked off
            </th>
            <th scope="col" class="num">
              Out of bounds
            </th>
          </tr>
        </thead>
        <tbody>
          {statements.map((one) => (
            <tr key={`${one.op} ${one.tensor} ${one.line}`}>
              <th scope="row">
                {one.op} <code class={`hue ${hueOf(one.tensor)}`}>{tensors[one.tensor]?.name}</code>
              </th>
              <td>{isShown ? <LineLink line={one.line} /> : `line ${one.line}`}</td>
              <td>{showCount(one.programs.size)}</td>
              <td class="num">{showCount(one.active)}</td>
              <td class="num">{showCount(one.masked)}</td>
              <td class={`num ${one.outside > 0 ? "fault" : ""}`}>{showCount(one.outside)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Unsound model={model} />
    </>
  );
}

/** Elements that nobody stored and those stored more than once, in a sentence each. */
function Unsound({ model }: { model: PictureModel }) {
  const sentences = model.trace.tensors.flatMap((tensor, i) => {
    const never = tensor.role === "output" ? model.neverWritten(i) : 0;
    const twice = model.writtenTwice(i);
    return [
      never > 0 ? `${plural(never, "element")} of ${tensor.name} never written.` : "",
      twice > 0 ? `${plural(twice, "element")} of ${tensor.name} written more than once.` : "",
    ].filter(Boolean);
  });
  return sentences.length > 0 ? <p class="cap">{sentences.map(capital).join(" ")}</p> : null;
}

interface Statement {
  op: Step["op"];
  tensor: number;
  line: number;
  programs: Set<number>;
  active: number;
  masked: number;
  outside: number;
}

function sum(model: PictureModel): Statement[] {
  const found = new Map<string, Statement>();
  for (const program of model.trace.order) {
    for (const { op, tensor, line, active, masked, outside } of model.stepsOf(program)) {
      const key = `${op} ${tensor} ${line}`;
      const one = found.get(key) ?? {
        op,
        tensor,
        line,
        programs: new Set(),
        active: 0,
        masked: 0,
        outside: 0,
      };
      found.set(key, one);
      one.programs.add(program);
      one.active += active;
      one.masked += masked;
      one.outside += outside;
    }
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}
