/** Lines of code that are read: one of them is chosen, some are linked, and the arrow keys move between them. */
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Beyond so many only the lines in view are drawn. */
const ALL_DRAWN = 1500;
const SPARE = 40;

interface Props {
  box: RefObject<HTMLDivElement | null>;
  label: string;
  count: number;
  /** The height of a line in pixels. */
  height: number;
  /** The place of the chosen line, from 0; null where none is. */
  chosen: number | null;
  isLinked(place: number): boolean;
  onChoose(place: number): void;
  onHover(place: number | null): void;
  /** Enter, on the chosen line. */
  onEnter(): void;
  children(place: number): ComponentChildren;
}

export function CodeLines({ box, label, count, height, chosen, isLinked, children, ...on }: Props) {
  const [view, setView] = useState({ top: 0, rows: 60 });
  const isWhole = count <= ALL_DRAWN;
  const first = isWhole ? 0 : Math.max(0, view.top - SPARE);
  const last = isWhole ? count : Math.min(count, view.top + view.rows + SPARE);
  useEffect(() => {
    const { current } = box;
    if (current) setView({ top: 0, rows: Math.ceil(current.clientHeight / height) });
  }, [box, height]);
  const keys = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = chosen ?? -1;
    const page = Math.max(1, view.rows - 2);
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (event.key === "Enter") on.onEnter();
    else if (to === undefined) return;
    else {
      const place = Math.min(Math.max(to, 0), count - 1);
      on.onChoose(place);
      reveal(box.current, place, height);
    }
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      class="codelines"
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it has the focus, and the arrow keys move in it
      tabIndex={0}
      onKeyDown={keys}
      onScroll={(event) => {
        if (isWhole) return;
        const { scrollTop, clientHeight } = event.currentTarget;
        setView({ top: Math.floor(scrollTop / height), rows: Math.ceil(clientHeight / height) });
      }}
      onMouseLeave={() => on.onHover(null)}
    >
      <div
        class="codelines__all"
        style={{ paddingTop: `${first * height}px`, paddingBottom: `${(count - last) * height}px` }}
      >
        {Array.from({ length: last - first }, (_, at) => {
          const place = first + at;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: what a click does, the arrow keys do
            // biome-ignore lint/a11y/useKeyWithClickEvents: as above
            <div
              key={place}
              class={`codeline ${isLinked(place) ? "is-link" : ""} ${place === chosen ? "is-chosen" : ""}`}
              style={{ height: `${height}px`, lineHeight: `${height}px` }}
              onMouseEnter={() => on.onHover(place)}
              onClick={() => on.onChoose(place)}
            >
              {children(place)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Scrolls as little as shows the line with some around it. */
export function reveal(box: HTMLElement | null, place: number, height: number): void {
  if (!box) return;
  const room = 2 * height;
  const top = place * height;
  if (top < box.scrollTop + room) box.scrollTop = top - room;
  else if (top + height > box.scrollTop + box.clientHeight - room)
    box.scrollTop = top + height + room - box.clientHeight;
}
