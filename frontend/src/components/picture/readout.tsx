/** What is known of the place that is pointed at, else of the step that is shown: always in the same place. */
import type { ComponentChildren } from "preact";
import type { Hue } from "../../hues";
import { plural, showCount, showElement, showNumber } from "../../numbers";
import type { Access, PictureModel } from "../../picture/model";
import { Mark } from "../../picture/scene";
import { indexOf } from "../../picture/space";
import type { Step } from "../../picture/step";
import { distance } from "./far-lanes";
import { shortProgram } from "./labels";
import type { Point } from "./point";
import { stepWords } from "./step-track";

interface Props {
  model: PictureModel;
  steps: readonly Step[] | null;
  now: number;
  point: Point | null;
  hueOf(tensor: number): Hue;
  /** The value of an element after the run, where it is known. */
  valueOf(tensor: number, offset: number): number | null;
}

type Fact = readonly [name: string, value: ComponentChildren];

export function Readout(props: Props) {
  const { title, tone, facts } = told(props);
  return (
    <div class="readout" aria-live="polite">
      <div class={`readout__i ${tone}`}>{title}</div>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface Told {
  title: string;
  tone: string;
  facts: Fact[];
}

function told(props: Props): Told {
  const { point, model, steps, now } = props;
  if (point) return aboutPoint(props, point);
  const step = steps?.[now];
  if (step) return aboutStep(props, step);
  if (steps) return { title: "", tone: "quiet", facts: [["is", "no load and no store in this program"]] };
  const { programs } = model.trace;
  return {
    title: "All",
    tone: "",
    facts: [
      [
        "shown",
        programs === 1
          ? "what the program loads and stores"
          : `what all ${showCount(programs)} programs load and store`,
      ],
      ["more", `${isTouched() ? "touch" : "point at"} an element to see who used it`],
    ],
  };
}

function isTouched(): boolean {
  return matchMedia("(hover: none)").matches;
}

function aboutStep({ model, hueOf }: Props, step: Step): Told {
  const tensor = model.trace.tensors[step.tensor];
  const name = tensor?.name ?? "";
  const isAllOn = step.active === step.lanes.length && step.strayed === 0;
  const kinds = [
    step.active > 0 ? `${showCount(step.active)} on` : "",
    step.masked > 0 ? `${showCount(step.masked)} masked off` : "",
    step.strayed > 0 ? `${showCount(step.strayed)} of them past the end of a row` : "",
    step.outside > 0 ? `${showCount(step.outside)} out of bounds` : "",
  ].filter(Boolean);
  return {
    title: `${step.op} ${name}`,
    tone: `hue ${hueOf(step.tensor)}`,
    facts: [
      [
        "by",
        `${program(model, step.program)}, ${stepWords(step, name).slice(step.op.length + name.length + 3)}`,
      ],
      [
        "is",
        isAllOn
          ? `${plural(step.lanes.length, "lane")}${step.lanes.length > 1 ? ", all on" : ""}`
          : `${plural(step.lanes.length, "lane")}: ${kinds.join(", ")}`,
      ],
      ["at", rangeWords(model, step)],
    ],
  };
}

function aboutPoint(props: Props, { tensor, offset, loose }: Point): Told {
  const { model, hueOf, steps, now } = props;
  const known = model.trace.tensors[tensor];
  if (!known) return { title: "", tone: "", facts: [] };
  const { name, shape, size } = known;
  const tone = `hue ${hueOf(tensor)}`;
  if (loose?.mark === Mark.MASKED && offset === null) {
    return {
      title: `lane ${loose.lane}`,
      tone: "quiet",
      facts: [
        ["is", "masked off: nothing happens"],
        ["by", masker(props, tensor)],
      ],
    };
  }
  if (offset === null) return { title: "", tone: "", facts: [] };
  const element = showElement(name, indexOf(shape, offset));
  const by = accessWords(model, tensor, offset);
  if (offset < 0 || offset >= size) {
    return {
      title: element,
      tone: "is-fault",
      facts: [
        ["is", `no element: ${distance(offset, size)}`],
        ["by", by.loads ?? by.stores ?? "nobody"],
        ["size", `${name} has ${plural(size, "element")}, ${sizeWords(name, shape, size)}`],
      ],
    };
  }
  const value = props.valueOf(tensor, offset);
  const facts: Fact[] = [];
  if (loose?.mark === Mark.STRAYED)
    facts.push(["is", "past the end of its row: the address comes down here"]);
  else if (value !== null) facts.push(["is", showNumber(value)]);
  else if (steps?.[now]?.tensor === tensor && steps[now]?.lanes.includes(offset))
    facts.push(["is", `lane ${steps[now]?.lanes.indexOf(offset)} of this step`]);
  if (by.loads) facts.push(["read", by.loads]);
  if (by.stores) facts.push(["written", by.stores]);
  else if (known.role === "output") facts.push(["written", "never"]);
  if (!by.loads && known.role === "input") facts.push(["read", "never"]);
  return { title: element, tone, facts };
}

function masker({ model, steps, now }: Props, tensor: number): string {
  const step =
    steps?.[now]?.tensor === tensor
      ? steps[now]
      : steps?.slice(0, now).findLast((one) => one.tensor === tensor);
  if (!step) return "the mask of its program";
  return `${program(model, step.program)}, ${stepWords(step, model.trace.tensors[tensor]?.name ?? "")}`;
}

/** "program 6, lane 16, line 12", "programs 0, 1 and 2, line 10", "12 programs, line 10". */
function accessWords(
  model: PictureModel,
  tensor: number,
  offset: number,
): { loads?: string; stores?: string } {
  const loads: Access[] = [];
  const stores: Access[] = [];
  model.accessesOf(tensor, offset, (access) => (access.op === "load" ? loads : stores).push(access));
  return {
    ...(loads.length > 0 ? { loads: by(model, loads) } : {}),
    ...(stores.length > 0 ? { stores: by(model, stores) } : {}),
  };
}

const PROGRAMS_NAMED = 4;

function by(model: PictureModel, accesses: readonly Access[]): string {
  const [first] = accesses;
  if (!first) return "";
  const programs = [...new Set(accesses.map((access) => access.program))];
  const lines = [...new Set(accesses.map(({ line }) => line))].sort((a, b) => a - b);
  const where = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(", ")}`;
  if (programs.length === 1) {
    const who = program(model, first.program);
    return accesses.length === 1
      ? `${who}, lane ${first.lane}, ${where}`
      : `${who}, ${showCount(accesses.length)} times, ${where}`;
  }
  if (programs.length > PROGRAMS_NAMED) return `${showCount(programs.length)} programs, ${where}`;
  const names = programs.map((one) => inGrid(model, one));
  return `programs ${names.slice(0, -1).join(", ")} and ${names.at(-1)}, ${where}`;
}

function program(model: PictureModel, linear: number): string {
  return `program ${inGrid(model, linear)}`;
}

function inGrid(model: PictureModel, linear: number): string {
  const short = shortProgram(linear, model.trace.grid);
  return short.includes(",") ? `(${short})` : short;
}

/** "z[192] to z[223]". */
export function rangeWords(model: PictureModel, { tensor, lanes }: Step): string {
  const known = model.trace.tensors[tensor];
  if (!known) return "";
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const offset of lanes) {
    if (offset === -2147483648) continue;
    low = Math.min(low, offset);
    high = Math.max(high, offset);
  }
  if (low > high) return "no element";
  const name = (offset: number) => showElement(known.name, indexOf(known.shape, offset));
  return low === high ? name(low) : `${name(low)} to ${name(high)}`;
}

function sizeWords(name: string, shape: readonly number[], size: number): string {
  return shape.length < 2 ? `0 to ${size - 1}` : `the last is ${showElement(name, indexOf(shape, size - 1))}`;
}
