/** The draft of a puzzle, kept in this browser a moment after each change, and never over what another tab wrote. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { makeRoom, setAside } from "./keeping/history";
import { isFromNewer, onOtherTab, read, remove, write } from "./storage";

const KEEP_AFTER_MS = 400;
/** Tells this tab's writing from another's. No secret, so that no secure context is needed for it. */
const TAB = Math.random().toString(36).slice(2);

/** "apart": another tab wrote since, so that nothing is written here until the visitor has chosen. */
export type Keeping = "starter" | "writing" | "kept" | "refused" | "apart";

export interface Draft {
  source: string;
  keeping: Keeping;
  /** How often the source was replaced from outside the editor. */
  revision: number;
  /** What another tab keeps meanwhile; null while both agree. */
  theirs: string | null;
  /** Whether a newer version of the playground kept a draft here, which this one leaves as it is. */
  fromNewer: boolean;
  change(source: string): void;
  /** Takes a source from outside; what was here goes to the history. */
  replace(source: string): void;
  /** Ends the difference with the other tab. What is not taken goes to the history. */
  settle(whose: "mine" | "theirs"): void;
}

export interface KeptDraft {
  source: string;
  savedAt: number;
  revision: number;
  tab: string;
}

/** The draft where there is one, else the starter; a draft equal to the starter is not kept. */
export function useDraft(slug: string, starter: string): Draft {
  const [first] = useState(() => present(slug, starter));
  const [source, setSource] = useState(first.source);
  const [keeping, setKeeping] = useState<Keeping>(first.source === starter ? "starter" : "kept");
  const [revision, setRevision] = useState(0);
  const [theirs, setTheirs] = useState<string | null>(null);
  const [fromNewer] = useState(() => isFromNewer(name(slug)));
  // What timers and events of the window need: the newest source, the stamp it was last kept under, whether to hold.
  const now = useRef({ source: first.source, stamp: first.stamp, isApart: false });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const part = useCallback((other: string) => {
    now.current.isApart = true;
    setTheirs(other);
    setKeeping("apart");
  }, []);

  const flush = useCallback(() => {
    if (timer.current === null) return;
    clearTimeout(timer.current);
    timer.current = null;
    if (now.current.isApart) return;
    const kept = keepOver(slug, starter, now.current.source, now.current.stamp);
    if (kept.theirs !== null) part(kept.theirs);
    else {
      now.current.stamp = kept.stamp;
      setKeeping(kept.keeping);
    }
  }, [slug, starter, part]);

  // A page that is closed or put aside may never come back to its timer. What is held goes to the history.
  useEffect(() => {
    const leave = () => {
      flush();
      if (now.current.isApart && now.current.source !== starter) setAside(slug, now.current.source);
    };
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", flush);
    return () => {
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", flush);
      leave();
    };
  }, [flush, slug, starter]);

  useEffect(
    () =>
      onOtherTab(name(slug), () => {
        const there = present(slug, starter);
        if (there.source !== now.current.source) {
          if (there.stamp !== now.current.stamp) part(there.source);
          return;
        }
        now.current.stamp = there.stamp;
        now.current.isApart = false;
        setTheirs(null);
        setKeeping(there.source === starter ? "starter" : "kept");
      }),
    [slug, starter, part],
  );

  const change = useCallback(
    (next: string) => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = setTimeout(flush, KEEP_AFTER_MS);
      now.current.source = next;
      setSource(next);
      setKeeping(now.current.isApart ? "apart" : "writing");
    },
    [flush],
  );

  const replace = useCallback(
    (next: string) => {
      const before = now.current.source;
      if (before !== starter && before !== next) setAside(slug, before);
      change(next);
      setRevision((count) => count + 1);
    },
    [change, slug, starter],
  );

  const settle = useCallback(
    (whose: "mine" | "theirs") => {
      const there = present(slug, starter);
      now.current.stamp = there.stamp;
      now.current.isApart = false;
      setTheirs(null);
      if (whose === "theirs") replace(there.source);
      else {
        if (there.source !== starter) setAside(slug, there.source);
        change(now.current.source);
      }
      flush();
    },
    [slug, starter, replace, change, flush],
  );

  return { source, keeping, revision, theirs, fromNewer, change, replace, settle };
}

interface Kept {
  keeping: Keeping;
  stamp: string;
  /** What another tab wrote since, in which case nothing was written. */
  theirs: string | null;
}

/** Keeps a source, unless the draft is no longer the one of the stamp and differs. The drafts come before the history. */
export function keepOver(
  slug: string,
  starter: string,
  source: string,
  stamp: string,
  savedAt = Date.now(),
): Kept {
  const kept = read<KeptDraft>(name(slug));
  if (kept && stampOf(kept) !== stamp && kept.source !== source)
    return { keeping: "apart", stamp, theirs: kept.source };
  if (source === starter) {
    remove(name(slug));
    return { keeping: "starter", stamp: "", theirs: null };
  }
  const next = { source, savedAt, revision: (kept?.revision ?? 0) + 1, tab: TAB };
  let isKept = write(name(slug), next);
  while (!isKept && makeRoom()) isKept = write(name(slug), next);
  return { keeping: isKept ? "kept" : "refused", stamp: isKept ? stampOf(next) : stamp, theirs: null };
}

/** Puts a source in the draft's place from elsewhere than its page; the draft before goes to the history. */
export function putDraft(slug: string, starter: string, source: string): Keeping {
  const before = present(slug, starter);
  if (before.source !== starter && before.source !== source) setAside(slug, before.source);
  return keepOver(slug, starter, source, before.stamp).keeping;
}

/** The draft of a puzzle, or null where there is none of the visitor's own. */
export function keptDraft(slug: string): KeptDraft | null {
  const kept = read<KeptDraft>(name(slug));
  return typeof kept?.source === "string" ? kept : null;
}

function present(slug: string, starter: string): { source: string; stamp: string } {
  const kept = keptDraft(slug);
  return kept ? { source: kept.source, stamp: stampOf(kept) } : { source: starter, stamp: "" };
}

function stampOf({ revision, tab }: KeptDraft): string {
  return `${revision}:${tab}`;
}

function name(slug: string): string {
  return `draft:${slug}`;
}
