/** The keys of a focused picture. Single letters work nowhere else. */

export interface PictureActions {
  step(by: number): void;
  program(by: number): void;
  all(): void;
  fault(): void;
  play(): void;
  lens(): void;
  table(): void;
  zoom(to: 1 | -1 | "fit" | "full"): void;
}

export function pictureKeys(event: KeyboardEvent, actions: PictureActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const { target, key, shiftKey } = event;
  const typed = target instanceof HTMLInputElement;
  const action = shiftKey ? SHIFTED[key] : PLAIN[key.length === 1 ? key.toLowerCase() : key];
  const found = action ?? (shiftKey ? PLAIN[key.toLowerCase()] : undefined);
  if (!found || (typed && (key.startsWith("Arrow") || target.type === "number"))) return;
  // A button of the table or of the view is pressed with Space, as everywhere.
  if (key === " " && target instanceof HTMLButtonElement && !target.closest(".tk__row, .pgs")) return;
  event.preventDefault();
  found(actions);
}

const SHIFTED: Readonly<Record<string, (actions: PictureActions) => void>> = {
  ArrowLeft: ({ program }) => program(-1),
  ArrowRight: ({ program }) => program(1),
};

const PLAIN: Readonly<Record<string, (actions: PictureActions) => void>> = {
  ArrowLeft: ({ step }) => step(-1),
  ArrowRight: ({ step }) => step(1),
  Home: ({ step }) => step(Number.NEGATIVE_INFINITY),
  End: ({ step }) => step(Number.MAX_SAFE_INTEGER),
  a: ({ all }) => all(),
  f: ({ fault }) => fault(),
  " ": ({ play }) => play(),
  z: ({ lens }) => lens(),
  t: ({ table }) => table(),
  "+": ({ zoom }) => zoom(1),
  "=": ({ zoom }) => zoom(1),
  "-": ({ zoom }) => zoom(-1),
  "0": ({ zoom }) => zoom("fit"),
  "1": ({ zoom }) => zoom("full"),
};
