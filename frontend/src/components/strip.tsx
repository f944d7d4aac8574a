/** A row that may be longer than its place: it scrolls, and says so at its ends. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icon";
import "../styles/strip.css";

interface Props {
  class: string;
  /** Stays where it is while the rest scrolls. */
  head?: ComponentChildren;
  children: ComponentChildren;
}

export function Strip({ class: name, head, children }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState({ before: false, after: false });

  useEffect(() => {
    const shown = row.current;
    if (!shown) return;
    const look = () => {
      const left = Math.round(shown.scrollLeft);
      const before = left > 1;
      const after = left < shown.scrollWidth - shown.clientWidth - 1;
      setMore((known) => (known.before === before && known.after === after ? known : { before, after }));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(shown);
    if (shown.firstElementChild) sizes.observe(shown.firstElementChild);
    shown.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      shown.removeEventListener("scroll", look);
    };
  }, []);

  const page = (by: 1 | -1) => row.current?.scrollBy({ left: by * row.current.clientWidth * 0.75 });
  // The keyboard has the arrow keys of the tabs, so these are for the pointer alone.
  const end = (which: "before" | "after") =>
    more[which] ? (
      <button
        type="button"
        class={`strip__end strip__end--${which}`}
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => page(which === "before" ? -1 : 1)}
      >
        <Icon name={which === "before" ? "back" : "forward"} />
      </button>
    ) : null;
  return (
    <div class={`strip ${name}`}>
      {head}
      <div class="strip__place">
        <div class="strip__row" ref={row} onWheel={scrollAcross}>
          {children}
        </div>
        {end("before")}
        {end("after")}
      </div>
    </div>
  );
}

/** The row has no room for a scroll bar: a plain wheel moves it sideways. */
function scrollAcross(event: WheelEvent & { currentTarget: HTMLElement }) {
  if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
}
