/** What the student points at: a line, a program and a cell, one selection for the whole page. */
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";

export type Origin = "editor" | "picture" | "mismatch" | "output";

/**
 * line: of the source, from 1. program: linear, x + gx * (y + gy * z). cell: a flat element index, which may lie
 * outside its tensor. origin: the part of the page that said so last, so that a part need not follow itself.
 */
export interface Selection {
  readonly line: number | null;
  readonly program: number | null;
  readonly cell: { readonly tensor: string; readonly index: number } | null;
  readonly origin: Origin;
}

export const NOTHING: Selection = { line: null, program: null, cell: null, origin: "picture" };

/** Changes what it names and leaves the rest. */
export type Select = (change: Partial<Selection> & { origin: Origin }) => void;

/** Kept outside of components: pointing must not draw the whole page again, only the parts that follow it. */
export class SelectionStore {
  #current: Selection = NOTHING;
  readonly #followers = new Set<(selection: Selection) => void>();

  get current(): Selection {
    return this.#current;
  }

  readonly select: Select = (change) => {
    const before = this.#current;
    const next = { ...before, ...change };
    const same =
      next.line === before.line && next.program === before.program && sameCell(next.cell, before.cell);
    if (same && next.origin === before.origin) return;
    this.#current = next;
    for (const follower of [...this.#followers]) follower(next);
  };

  /** Returns what ends it. */
  follow(follower: (selection: Selection) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }
}

export const SelectionContext = createContext(new SelectionStore());

/** The selection, and its setter: a component that uses it is drawn again at each change. */
export function useSelection(): [Selection, Select] {
  const store = useContext(SelectionContext);
  const [selection, setSelection] = useState(store.current);
  useEffect(() => {
    setSelection(store.current);
    return store.follow(setSelection);
  }, [store]);
  return [selection, store.select];
}

/** The setter alone, for a part that points but need not be drawn again. */
export function useSelect(): Select {
  return useContext(SelectionContext).select;
}

/** Linear program id from the coordinates that a verdict gives. */
export function linearProgram(program: readonly number[], grid: readonly number[]): number {
  const [x = 0, y = 0, z = 0] = program;
  const [gx = 1, gy = 1] = grid;
  return x + gx * (y + gy * z);
}

/** Coordinates of a linear program id, as many as the grid has axes. */
export function programAt(linear: number, grid: readonly number[]): number[] {
  const [gx = 1, gy = 1] = grid;
  const all = [linear % gx, Math.floor(linear / gx) % gy, Math.floor(linear / (gx * gy))];
  return all.slice(0, Math.max(grid.length, 1));
}

function sameCell(a: Selection["cell"], b: Selection["cell"]): boolean {
  return a === b || (a !== null && b !== null && a.tensor === b.tensor && a.index === b.index);
}
