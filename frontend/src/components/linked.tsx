/** What links the parts of a puzzle's page: going to a line, and one selection of line, program and cell. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { LineMarkContext, LineMarkStore } from "../line-marks";
import { SelectionContext, SelectionStore } from "../selection";
import { type GoTo, GoToLine } from "./line-link";

export function Linked({ goTo, children }: { goTo: GoTo; children: ComponentChildren }) {
  const [selection] = useState(() => new SelectionStore());
  const [marks] = useState(() => new LineMarkStore());
  return (
    <GoToLine.Provider value={goTo}>
      <SelectionContext.Provider value={selection}>
        <LineMarkContext.Provider value={marks}>{children}</LineMarkContext.Provider>
      </SelectionContext.Provider>
    </GoToLine.Provider>
  );
}
