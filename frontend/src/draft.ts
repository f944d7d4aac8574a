/** The draft of a puzzle, kept in this browser a moment after each change. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { read, remove, write } from "./storage";

const KEEP_AFTER_MS = 400;

export type Keeping = "starter" | "writing" | "kept" | "refused";

export interface Draft {
  source: string;
  keeping: Keeping;
  /** How often the source was replaced from outside the editor. */
  revision: number;
  change(source: string): void;
  replace(source: string): void;
}

interface KeptDraft {
  source: string;
  savedAt: number;
}

/** The draft where there is one, else the starter; a draft equal to the starter is not kept. */
export function useDraft(slug: string, starter: string): Draft {
  const [source, setSource] = useState(() => read<KeptDraft>(name(slug))?.source ?? starter);
  const [keeping, setKeeping] = useState<Keeping>(() => (source === starter ? "starter" : "kept"));
  const [revision, setRevision] = useState(0);
  const pending = useRef<{ source: string; timer: ReturnType<typeof setTimeout> } | null>(null);

  const flush = useCallback(() => {
    if (!pending.current) return;
    clearTimeout(pending.current.timer);
    setKeeping(keep(slug, starter, pending.current.source));
    pending.current = null;
  }, [slug, starter]);

  // A page that is closed or put aside may never come back to its timer.
  useEffect(() => {
    addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
      flush();
    };
  }, [flush]);

  const change = useCallback(
    (next: string) => {
      if (pending.current) clearTimeout(pending.current.timer);
      pending.current = { source: next, timer: setTimeout(flush, KEEP_AFTER_MS) };
      setSource(next);
      setKeeping("writing");
    },
    [flush],
  );

  const replace = useCallback(
    (next: string) => {
      change(next);
      setRevision((before) => before + 1);
    },
    [change],
  );

  return { source, keeping, revision, change, replace };
}

export function keep(slug: string, starter: string, source: string): Keeping {
  if (source === starter) {
    remove(name(slug));
    return "starter";
  }
  return write<KeptDraft>(name(slug), { source, savedAt: Date.now() }) ? "kept" : "refused";
}

function name(slug: string): string {
  return `draft:${slug}`;
}
