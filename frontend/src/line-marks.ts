/** The marks in the editor's gutter: which lines load and store what, as the last trace says. */
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Hue } from "./hues";

export type LineMarkShape = "load" | "store" | "bad-load" | "bad-store";

/** words: what the mark means, for a pointer that rests on it. */
export interface LineMark {
  line: number;
  shape: LineMarkShape;
  hue: Hue;
  words: string;
}

/** Kept outside of components, as the results set them and the editor shows them. */
export class LineMarkStore {
  #marks: readonly LineMark[] = [];
  readonly #followers = new Set<(marks: readonly LineMark[]) => void>();

  get current(): readonly LineMark[] {
    return this.#marks;
  }

  set(marks: readonly LineMark[]): void {
    if (marks.length === 0 && this.#marks.length === 0) return;
    this.#marks = marks;
    for (const follower of [...this.#followers]) follower(marks);
  }

  follow(follower: (marks: readonly LineMark[]) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }
}

export const LineMarkContext = createContext(new LineMarkStore());

export function useLineMarks(): readonly LineMark[] {
  const store = useContext(LineMarkContext);
  const [marks, setMarks] = useState(store.current);
  useEffect(() => {
    setMarks(store.current);
    return store.follow(setMarks);
  }, [store]);
  return marks;
}
