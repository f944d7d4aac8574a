/** From the launch of a shared run back to what the sandbox's fields hold. */
import type { Launch, LaunchTensor } from "../api/types";
import { type Form, type Row, row } from "../sandbox/form";

/** constants: each as JSON, which tells 1.0 from 1. The seed is left out, so that a run draws anew. */
export function formOf(launch: Launch, constants: Readonly<Record<string, string>>): Form {
  const tensors = launch.tensors.map((tensor) => [tensor.name, tensorRow(tensor)] as const);
  const numbers = Object.entries(constants).map(
    ([name, value]) => [name, row({ use: "constant", value })] as const,
  );
  return {
    kernel: launch.kernel,
    grid: launch.grid.join(" x "),
    seed: "",
    rows: Object.fromEntries<Row>([...tensors, ...numbers]),
  };
}

function tensorRow({ dtype, shape, fill, init }: LaunchTensor): Row {
  const base = { dtype, shape: shape.join(" x ") };
  if (init) return row({ ...base, use: "output", init });
  if (!fill) return row(base);
  switch (fill.kind) {
    case "normal":
      return row({ ...base, fill: "normal", a: String(fill.mean), b: String(fill.std) });
    case "uniform":
    case "integers":
      return row({ ...base, fill: fill.kind, a: String(fill.low), b: String(fill.high) });
    case "arange":
      return row({ ...base, fill: "arange", a: String(fill.step) });
    case "ones":
      return row({ ...base, fill: fill.zeros === 1 ? "zeros" : "ones" });
    case "bits":
      return row({ ...base, fill: "bits" });
  }
}
