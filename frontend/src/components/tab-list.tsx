/** A row of tabs: arrow keys move between them, and only the chosen one is in the order of Tab. */
import type { ComponentChild } from "preact";
import { useEffect, useRef } from "preact/hooks";

export interface Tab<Id extends string> {
  id: Id;
  label: ComponentChild;
}

interface Props<Id extends string> {
  name: string;
  tabs: readonly Tab<Id>[];
  chosen: Id;
  /** The id of the element that shows the chosen tab. */
  panel: string;
  onChoose(id: Id): void;
}

/** A chosen tab is brought into view with a little of its neighbour, and clear of the arrow at the end. */
const MARGIN_PX = 40;

export function TabList<Id extends string>({ name, tabs, chosen, panel, onChoose }: Props<Id>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = list;
    const shown = current?.querySelector<HTMLElement>('[aria-selected="true"]');
    const scroller = current?.parentElement;
    if (!shown || !scroller || scroller.scrollWidth <= scroller.clientWidth) return;
    const [left, right] = [shown.offsetLeft - MARGIN_PX, shown.offsetLeft + shown.offsetWidth + MARGIN_PX];
    if (left < scroller.scrollLeft) scroller.scrollLeft = left;
    else if (right > scroller.scrollLeft + scroller.clientWidth)
      scroller.scrollLeft = right - scroller.clientWidth;
    // Only for a new choice: what the visitor scrolled to meanwhile stays.
  }, [chosen]);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined || event.altKey ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(next)]?.focus();
  };
  return (
    <div role="tablist" aria-label={name} ref={list} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          aria-selected={tab.id === chosen}
          aria-controls={panel}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => onChoose(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
