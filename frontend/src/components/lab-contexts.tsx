/** What the parts of a puzzle's page share without handing it on. */
import type { ComponentChildren } from "preact";
import { type Teaching, TeachingContext } from "../teaching";
import { Linked } from "./linked";

interface Props {
  goTo(line: number, column?: number | null): void;
  teaching: Teaching;
  children: ComponentChildren;
}

export function LabContexts({ goTo, teaching, children }: Props) {
  return (
    <TeachingContext.Provider value={teaching}>
      <Linked goTo={goTo}>{children}</Linked>
    </TeachingContext.Provider>
  );
}
