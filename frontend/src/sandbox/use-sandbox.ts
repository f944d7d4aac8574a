/** The visitor's sandbox, kept in this browser; what a link or an example puts in its place is asked for, or undone. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Keeping } from "../draft";
import { read, remove, write } from "../storage";
import { fromFragment, readSandbox } from "./address";
import { EXAMPLES, isOwn } from "./examples";
import type { Sandbox } from "./form";

const NAME = "sandbox";
const ASIDE = "sandbox-aside";
const KEEP_AFTER_MS = 400;

/**
 * revision: how often the source was replaced from outside the editor. aside: a draft of one's own that something else
 * has taken the place of. link: what a link holds, while the visitor is asked. isLinkBroken: the last link held nothing
 * that can be read.
 */
export interface KeptSandbox {
  sandbox: Sandbox;
  revision: number;
  keeping: Keeping;
  aside: Sandbox | null;
  link: Sandbox | null;
  isLinkBroken: boolean;
  change(part: Partial<Sandbox>): void;
  /** Puts another sandbox in the place of this one, which is put aside where it is somebody's work. */
  replace(next: Sandbox): void;
  answerLink(isOpened: boolean): void;
  bringBack(): void;
  forgetAside(): void;
}

export function useSandbox(): KeptSandbox {
  const [sandbox, setSandbox] = useState<Sandbox>(() => readSandbox(read(NAME)) ?? start());
  const [aside, setAside] = useState<Sandbox | null>(() => readSandbox(read(ASIDE)));
  const [link, setLink] = useState<Sandbox | null>(null);
  const [isLinkBroken, setLinkBroken] = useState(false);
  const [revision, setRevision] = useState(0);
  const [keeping, setKeeping] = useState<Keeping>(() => (isOwn(sandbox) ? "kept" : "starter"));
  const latest = useRef(sandbox);
  latest.current = sandbox;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const flush = useCallback(() => {
    if (timer.current === null) return;
    clearTimeout(timer.current);
    timer.current = null;
    setKeeping(write(NAME, latest.current) ? (isOwn(latest.current) ? "kept" : "starter") : "refused");
  }, []);

  const set = useCallback(
    (next: Sandbox) => {
      latest.current = next;
      setSandbox(next);
      setKeeping("writing");
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = setTimeout(flush, KEEP_AFTER_MS);
    },
    [flush],
  );

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

  const replace = useCallback(
    (next: Sandbox) => {
      if (isOwn(latest.current)) {
        write(ASIDE, latest.current);
        setAside(latest.current);
      }
      set(next);
      setRevision((before) => before + 1);
    },
    [set],
  );

  useEffect(() => {
    const look = async () => {
      if (location.hash.length < 2) return;
      const found = await fromFragment(location.hash);
      // Once read it goes, so that a reload or Back does not ask again.
      history.replaceState(null, "", location.pathname);
      setLinkBroken(found === null);
      if (found === null || same(found, latest.current)) return;
      if (isOwn(latest.current)) setLink(found);
      else replace(found);
    };
    void look();
    const changed = () => void look();
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, [replace]);

  const forgetAside = useCallback(() => {
    remove(ASIDE);
    setAside(null);
  }, []);

  return {
    sandbox,
    revision,
    keeping,
    aside,
    link,
    isLinkBroken,
    change: (part) => set({ ...latest.current, ...part }),
    replace,
    answerLink(isOpened) {
      if (isOpened && link) replace(link);
      setLink(null);
    },
    bringBack() {
      if (!aside) return;
      const back = aside;
      forgetAside();
      set(back);
      setRevision((before) => before + 1);
    },
    forgetAside,
  };
}

function start(): Sandbox {
  const { source, form } = EXAMPLES[0];
  return { source, form };
}

function same(one: Sandbox, other: Sandbox): boolean {
  return JSON.stringify([one.source, one.form]) === JSON.stringify([other.source, other.form]);
}
