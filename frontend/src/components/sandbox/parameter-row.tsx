/** What one parameter of the kernel is given: a tensor with its shape and fill, or a constant. */
import type { Hue } from "../../hues";
import {
  type DType,
  FILL_FIELDS,
  type FillName,
  type Init,
  type Row,
  refilled,
  type Use,
} from "../../sandbox/form";
import type { Parameter } from "../../sandbox/signature";
import { Choice, Field } from "./field";

interface Props {
  parameter: Parameter;
  row: Row;
  hue: Hue | null;
  problemOf(part: "use" | "shape" | "fill" | "a" | "b" | "value", text: string): string | undefined;
  onChange(row: Row): void;
}

export function ParameterRow({ parameter, row, hue, problemOf, onChange }: Props) {
  const { name, isConstexpr, fallback } = parameter;
  const id = `launch-${name}`;
  const set = (part: Partial<Row>) => onChange({ ...row, ...part });
  const isTensor = row.use !== "constant";
  return (
    <div class={`lrow ${hue ?? ""}`} role="group" aria-labelledby={`${id}-name`}>
      <div class="lrow__h">
        <code id={`${id}-name`} class={hue ? "hue" : ""}>
          {name}
        </code>
        {isConstexpr ? <span class="label quiet">constexpr</span> : null}
        <span class="grow" />
        {isTensor ? null : (
          <Field
            id={`${id}-value`}
            label={`Value of ${name}`}
            isLabelHidden
            value={row.value}
            placeholder={fallback === null ? "a number" : `default ${fallback}`}
            problem={problemOf("value", row.value)}
            onInput={(value) => set({ value })}
          />
        )}
        <Choice<Use>
          id={`${id}-use`}
          label={`What ${name} is`}
          value={row.use}
          words={USES}
          problem={problemOf("use", "chosen")}
          onChange={(use) => set({ use })}
        />
      </div>
      {isTensor ? (
        <div class="lrow__t">
          <Choice<DType>
            id={`${id}-dtype`}
            label={`dtype of ${name}`}
            value={row.dtype}
            words={DTYPES}
            onChange={(dtype) => set({ dtype })}
          />
          <Field
            id={`${id}-shape`}
            label={`Shape of ${name}`}
            isLabelHidden
            value={row.shape}
            placeholder="200, or 90 x 100"
            problem={problemOf("shape", row.shape)}
            onInput={(shape) => set({ shape })}
          />
        </div>
      ) : null}
      {row.use === "input" ? (
        <div class="lrow__f">
          <Choice<FillName>
            id={`${id}-fill`}
            label={`Fill of ${name}`}
            value={row.fill}
            words={FILLS}
            problem={problemOf("fill", "chosen")}
            onChange={(fill) => onChange(refilled(row, fill))}
          />
          {FILL_FIELDS[row.fill].map(({ label }, at) => {
            const part = at === 0 ? "a" : "b";
            return (
              <Field
                key={`${row.fill} ${part}`}
                id={`${id}-${part}`}
                label={label}
                value={row[part]}
                problem={problemOf(part, "typed")}
                isNumber
                onInput={(text) => set({ [part]: text })}
              />
            );
          })}
        </div>
      ) : null}
      {row.use === "output" ? (
        <div class="lrow__f">
          <Choice<Init>
            id={`${id}-init`}
            label={`What ${name} holds before the run`}
            value={row.init}
            words={row.dtype.startsWith("float") ? INITS : INTEGER_INITS}
            onChange={(init) => set({ init })}
          />
        </div>
      ) : null}
    </div>
  );
}

const USES: Record<Use, string> = { input: "Input", output: "Output", constant: "Constant" };

const DTYPES: Record<DType, string> = {
  float32: "float32",
  float16: "float16",
  int32: "int32",
  int8: "int8",
  uint8: "uint8",
  int64: "int64",
};

const FILLS: Record<FillName, string> = {
  normal: "Normal",
  uniform: "Uniform",
  integers: "Integers",
  arange: "0, 1, 2 …",
  ones: "Ones",
  zeros: "Zeros",
  bits: "Random bits",
};

const INITS: Record<Init, string> = {
  poison: "NaN at first",
  zeros: "Zeros at first",
  ones: "Ones at first",
};
const INTEGER_INITS: Record<Init, string> = { ...INITS, poison: "Bytes 0xA5 at first" };
