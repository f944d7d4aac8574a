/** Which part of a long list is in view, in whatever scrolls it: the pane, or the page on a phone. */
import type { RefObject } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** Pixels from the top of the list, with a margin, so that scrolling by a little shows no gap. */
interface View {
  readonly from: number;
  readonly to: number;
}

const MARGIN_PX = 400;
/** Within this distance of the end, in pixels, new text keeps the end in view. */
const FOLLOW_PX = 24;
/** What is stepped to stands so far below the search field, in pixels. */
const REVEAL_PX = 120;

export function useView(
  isLive: boolean,
  height: number,
): { list: RefObject<HTMLDivElement | null>; view: View; reveal(top: number): void } {
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [view, setView] = useState<View>({ from: 0, to: 2 * MARGIN_PX });

  const look = useCallback(() => {
    const { current } = list;
    if (!current) return;
    const scroller = scrollerOf(current);
    const top = current.getBoundingClientRect().top;
    const seen = { top: Math.max(0, scroller.getBoundingClientRect().top), end: innerHeight };
    const from = Math.floor((seen.top - top - MARGIN_PX) / 100) * 100;
    const to = Math.ceil((seen.end - top + MARGIN_PX) / 100) * 100;
    setView((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, []);

  useEffect(() => {
    const scrolled = (event: Event) => {
      const { current } = list;
      if (!current || !(event.target as Node).contains(current)) return;
      const scroller = scrollerOf(current);
      follows.current = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < FOLLOW_PX;
      look();
    };
    addEventListener("scroll", scrolled, { capture: true, passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", scrolled, { capture: true });
      removeEventListener("resize", look);
    };
  }, [look]);

  useEffect(() => {
    const { current } = list;
    if (!current) return;
    const scroller = scrollerOf(current);
    if (isLive && follows.current) scroller.scrollTop = scroller.scrollHeight;
    look();
  }, [isLive, height, look]);

  const reveal = useCallback((at: number) => {
    const { current } = list;
    if (!current) return;
    const scroller = scrollerOf(current);
    const place = current.getBoundingClientRect().top + at;
    const seen = Math.max(0, scroller.getBoundingClientRect().top);
    const end = Math.min(innerHeight, seen + scroller.clientHeight);
    if (place > seen + 60 && place < end - 60) return;
    scroller.scrollTop += place - seen - REVEAL_PX;
  }, []);

  return { list, view, reveal };
}

function scrollerOf(element: Element): Element {
  const pane = element.closest(".pane__body");
  const page = document.scrollingElement ?? document.documentElement;
  return pane && getComputedStyle(pane).overflowY !== "visible" && pane.scrollHeight > pane.clientHeight
    ? pane
    : page;
}
