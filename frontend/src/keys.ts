/** Key names as actions state them ("Mod+Enter", "Alt+ArrowRight", "?"), matched to events and shown to people. */

/** Mod is Cmd on a Mac and Ctrl elsewhere. */
export type Keys = string;

export interface Chord {
  mod: boolean;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
  key: string;
}

type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

export const isMac = (): boolean => navigator.platform.startsWith("Mac");

/** Whether an event is these keys, with no other modifier held. */
export function matches(keys: Keys, event: Pressed, mac = isMac()): boolean {
  const chord = parse(keys);
  const ctrl = chord.ctrl || (chord.mod && !mac);
  const meta = chord.mod && mac;
  if (event.ctrlKey !== ctrl || event.metaKey !== meta || event.altKey !== chord.alt) return false;
  // A sign such as ? may need Shift on one keyboard and not on another.
  if (!isSign(chord.key) && event.shiftKey !== chord.shift) return false;
  // With Alt held, some keyboards type other letters, and Shift makes capitals: then the key's place decides.
  return (
    event.key.toLowerCase() === chord.key.toLowerCase() || (chord.alt && event.code === codeOf(chord.key))
  );
}

/** The keys one by one, as they are called on this machine: ["Ctrl", "Enter"]. */
export function named(keys: Keys, mac = isMac()): string[] {
  const { mod, ctrl, alt, shift, key } = parse(keys);
  return [
    ctrl || (mod && !mac) ? "Ctrl" : "",
    alt ? (mac ? "⌥" : "Alt") : "",
    shift ? "Shift" : "",
    mod && mac ? "⌘" : "",
    NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ].filter((name) => name !== "");
}

/** For the attribute aria-keyshortcuts. */
export function aria(keys: Keys, mac = isMac()): string {
  return keys.replace("Mod", mac ? "Meta" : "Control").replace("Ctrl", "Control");
}

/** Whether keys hold a modifier, so that they type nothing and can work in a text field too. */
export function isModified(keys: Keys): boolean {
  const { mod, ctrl, alt } = parse(keys);
  return mod || ctrl || alt;
}

export function parse(keys: Keys): Chord {
  const parts = keys.split("+");
  const key = parts.pop() || "+";
  const has = (name: string) => parts.includes(name);
  return { mod: has("Mod"), ctrl: has("Ctrl"), alt: has("Alt"), shift: has("Shift"), key };
}

const NAMES: Record<string, string> = {
  Escape: "Esc",
  ArrowRight: "→",
  ArrowLeft: "←",
  ArrowUp: "↑",
  ArrowDown: "↓",
  PageUp: "Page up",
  "-": "−",
};

const CODES: Record<string, string> = { "=": "Equal", "-": "Minus", ",": "Comma", ".": "Period" };

function codeOf(key: string): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
  if (/^\d$/.test(key)) return `Digit${key}`;
  return CODES[key] ?? key;
}

function isSign(key: string): boolean {
  return key.length === 1 && !/[a-z0-9]/i.test(key);
}
