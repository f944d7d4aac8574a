/** What a drawing depends on besides its data: the room it has, and the theme's colours. */
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Palette, readPalette } from "./painter";

/** Pixels inside the element, and of the pane that scrolls it. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

export function useRoom(): [RefObject<HTMLDivElement | null>, Room] {
  const element = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Room>({ width: 560, height: 560 });
  useEffect(() => {
    const inside = element.current;
    const pane = inside?.closest(".pane__body");
    if (!inside || !pane) return;
    const measure = () => {
      if (inside.clientWidth === 0) return; // a hidden pane keeps its size
      const style = getComputedStyle(inside);
      const width =
        inside.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const height = pane.clientHeight;
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(inside);
    observer.observe(pane);
    measure();
    return () => observer.disconnect();
  }, []);
  return [element, room];
}

/** Read again when the theme or its contrast changes. */
export function usePalette(): Palette {
  const [palette, setPalette] = useState(readPalette);
  useEffect(() => {
    const observer = new MutationObserver(() => setPalette(readPalette()));
    observer.observe(document.documentElement, { attributeFilter: ["data-theme", "data-contrast"] });
    return () => observer.disconnect();
  }, []);
  return palette;
}
