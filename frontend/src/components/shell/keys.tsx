/** Keys as people see them. */
import { type Keys as Chord, named } from "../../keys";

/** One box for a chord, as on the buttons: "Ctrl Enter". */
export function Keys({ keys }: { keys: Chord }) {
  return <kbd>{named(keys).join(" ")}</kbd>;
}
