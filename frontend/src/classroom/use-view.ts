/** What components draw of the live board, drawn anew when that changes. */
import { useEffect, useReducer } from "preact/hooks";
import type { LiveBoard } from "./live-board";
import type { View } from "./standing";

/** One row; null where the student is no longer on the board. */
export function useView(board: LiveBoard, id: string): View | null {
  const again = useAgain();
  useEffect(() => board.onRow(id, again), [board, id, again]);
  return board.view(id);
}

/** The count of changes so far, of whatever row. */
export function useVersion(board: LiveBoard): number {
  const again = useAgain();
  useEffect(() => board.onAny(again), [board, again]);
  return board.version;
}

/** The board's clock. */
export function useBoardClock(board: LiveBoard): number {
  const again = useAgain();
  useEffect(() => board.onTick(again), [board, again]);
  return board.now;
}

function useAgain(): () => void {
  const [, again] = useReducer((count: number) => count + 1, 0);
  return again as () => void;
}
