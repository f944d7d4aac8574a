/** A line number that moves the editor there. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";

export type GoTo = (line: number, column?: number | null) => void;

export const GoToLine = createContext<GoTo>(() => {});

export function LineLink({ line, column = null }: { line: number; column?: number | null }) {
  const goTo = useContext(GoToLine);
  return (
    <button type="button" class="link nowrap" onClick={() => goTo(line, column)}>
      line {line}
    </button>
  );
}
