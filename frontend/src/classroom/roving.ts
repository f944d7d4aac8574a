/** Many buttons as one stop of the Tab key: arrow keys go between them. */

type Step = (key: string, at: HTMLElement, all: HTMLElement[]) => HTMLElement | null;

/** Call it again after the buttons have changed: one of them must be in the order of Tab. */
export function anchor(host: HTMLElement | null, selector: string): void {
  if (!host || host.querySelector(`${selector}[tabindex="0"]`)) return;
  host.querySelector<HTMLElement>(selector)?.setAttribute("tabindex", "0");
}

/** Returns what ends it. The buttons have the tabindex -1 until they have the focus. */
export function rove(host: HTMLElement, selector: string, step: Step): () => void {
  const chosen = (event: FocusEvent) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    if (!target) return;
    for (const one of host.querySelectorAll(`${selector}[tabindex="0"]`)) one.setAttribute("tabindex", "-1");
    target.setAttribute("tabindex", "0");
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    if (!target) return;
    const to = step(event.key, target, [...host.querySelectorAll<HTMLElement>(selector)]);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  host.addEventListener("focusin", chosen);
  host.addEventListener("keydown", pressed);
  return () => {
    host.removeEventListener("focusin", chosen);
    host.removeEventListener("keydown", pressed);
  };
}

/** Along a line of buttons. */
export const along: Step = (key, at, all) => {
  const here = all.indexOf(at);
  const to = {
    ArrowRight: here + 1,
    ArrowDown: here + 1,
    ArrowLeft: here - 1,
    ArrowUp: here - 1,
    Home: 0,
    End: all.length - 1,
  }[key];
  return to === undefined ? null : (all[to] ?? null);
};

/** In a table whose rows have buttons in some columns, told by data-c: up and down keep to the nearest column. */
export const inTable: Step = (key, at) => {
  const row = at.closest("tr");
  const inRow = [...(row?.querySelectorAll<HTMLElement>("[data-c]") ?? [])];
  const here = inRow.indexOf(at);
  if (key === "ArrowRight") return inRow[here + 1] ?? null;
  if (key === "ArrowLeft") return inRow[here - 1] ?? null;
  if (key === "Home") return inRow[0] ?? null;
  if (key === "End") return inRow.at(-1) ?? null;
  const next =
    key === "ArrowDown" ? "nextElementSibling" : key === "ArrowUp" ? "previousElementSibling" : null;
  const other = next && row?.[next];
  return other ? nearest([...other.querySelectorAll<HTMLElement>("[data-c]")], columnOf(at)) : null;
};

/** In columns of so many each, filled from the top. */
export function inColumns(rows: number): Step {
  return (key, at, all) => {
    const here = all.indexOf(at);
    const by = { ArrowDown: 1, ArrowUp: -1, ArrowRight: rows, ArrowLeft: -rows }[key];
    if (key === "Home") return all[0] ?? null;
    if (key === "End") return all.at(-1) ?? null;
    return by === undefined ? null : (all[here + by] ?? null);
  };
}

function nearest(all: readonly HTMLElement[], column: number): HTMLElement | null {
  const distance = (one: HTMLElement) => Math.abs(columnOf(one) - column);
  return [...all].sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

function columnOf(one: HTMLElement): number {
  return Number(one.dataset.c ?? 0);
}
