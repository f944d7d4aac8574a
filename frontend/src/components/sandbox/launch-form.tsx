/** What the kernel is launched with: a row for each of its parameters, the grid and the seed. */
import { hues } from "../../hues";
import { plural } from "../../numbers";
import { type Form, type Row, rowsOf } from "../../sandbox/form";
import type { Reading } from "../../sandbox/reading";
import type { Kernel } from "../../sandbox/signature";
import { Field, Problem } from "./field";
import { ParameterRow } from "./parameter-row";

interface Props {
  form: Form;
  kernels: readonly Kernel[];
  kernel: Kernel | null;
  reading: Reading | null;
  /** Whether to speak of fields that are still empty. */
  isAsked: boolean;
  onChange(form: Form): void;
}

export function LaunchForm({ form, kernels, kernel, reading, isAsked, onChange }: Props) {
  if (!kernel || !reading) {
    return (
      <p class="nothing">
        The source defines no kernel yet. A kernel is a function with <code>@triton.jit</code> right above it,
        at the left margin; its parameters are then asked for here.
      </p>
    );
  }
  const rows = rowsOf(form, kernel);
  const hue = hues(
    rows.flatMap(([{ name }, { use }]) =>
      use === "constant" ? [] : [{ name, role: use === "output" ? ("output" as const) : ("input" as const) }],
    ),
  );
  const told = (field: string, text: string) =>
    isAsked || text.trim() !== "" ? reading.problems[field] : undefined;
  const change = (part: Partial<Form>) => onChange({ ...form, kernel: kernel.name, ...part });
  const setRow = (name: string, row: Row) => change({ rows: { ...form.rows, [name]: row } });
  return (
    <div class="launch">
      {kernels.length > 1 ? (
        <div class="launch__line">
          <label for="launch-kernel">Kernel</label>
          <select
            id="launch-kernel"
            class="field"
            value={kernel.name}
            onChange={(event) => change({ kernel: event.currentTarget.value })}
          >
            {kernels.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
      ) : (
        <p class="launch__line">
          Kernel <code class="launch__kernel">{kernel.name}</code>
        </p>
      )}
      {rows.map(([parameter, row]) => (
        <ParameterRow
          key={parameter.name}
          parameter={parameter}
          row={row}
          hue={hue.get(parameter.name) ?? null}
          problemOf={(part, text) => told(`${parameter.name}.${part}`, text)}
          onChange={(next) => setRow(parameter.name, next)}
        />
      ))}
      {rows.length === 0 ? <p class="soft">This kernel takes no parameters.</p> : null}
      <Problem id="launch-tensors-problem" text={reading.problems.tensors} />
      <div class="launch__grid">
        <Field
          id="launch-grid"
          label="Grid"
          value={form.grid}
          placeholder="7, 3 x 4 or cdiv(n, BLOCK)"
          problem={told("grid", form.grid)}
          onInput={(grid) => change({ grid })}
        />
        <Field
          id="launch-seed"
          label="Seed"
          value={form.seed}
          placeholder="new each run"
          problem={told("seed", form.seed)}
          isNumber
          onInput={(seed) => change({ seed })}
        />
      </div>
      <p class="label quiet">
        {reading.programs === null ? "" : `${plural(reading.programs, "program")}, `}
        {plural(reading.elements, "element")} in all tensors. Shapes and grid may use the constants.
      </p>
    </div>
  );
}
