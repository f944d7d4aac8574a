/** A compilation, asked for until it is there. */
import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../api/client";
import { compilation } from "../api/compilation";
import type { CompileCheck, Target } from "../api/types";

const FIRST_MS = 250;
const LONGEST_MS = 4000;
/** Long enough for a busy server; who comes back later asks again. */
const GIVE_UP_MS = 180_000;

export type Compilation =
  | { phase: "waiting" }
  | { phase: "there"; check: CompileCheck }
  | { phase: "failed"; message: string };

const WAITING: Compilation = { phase: "waiting" };

/** id: null while there is nothing to ask for. */
export function useCompilation(id: string | null, target: Target, caseName?: string): Compilation {
  const [found, setFound] = useState<{ of: string; is: Compilation } | null>(null);
  const of = `${id} ${target} ${caseName}`;
  useEffect(() => {
    if (id === null) return;
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const until = Date.now() + GIVE_UP_MS;
    const tell = (is: Compilation) => setFound({ of, is });
    const ask = async (pause: number) => {
      try {
        const check = await compilation(id, target, caseName);
        if (ended) return;
        if (check.status !== "waiting") return tell({ phase: "there", check });
      } catch (error) {
        if (ended) return;
        const isOffline = error instanceof ApiError && error.status === 0;
        if (!isOffline) return tell({ phase: "failed", message: String((error as Error).message) });
      }
      if (Date.now() > until)
        return tell({ phase: "failed", message: "The compiler did not come to it. Ask again in a while." });
      timer = setTimeout(() => void ask(Math.min(pause * 1.5, LONGEST_MS)), pause);
    };
    void ask(FIRST_MS);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [id, target, caseName, of]);
  return found?.of === of ? found.is : WAITING;
}
