/** What an editor is given, whether it is Monaco or the plain one. */
import type { Hue } from "../hues";

/** line and column count from 1, columns in UTF-16 units; without a column the whole line is meant. */
export interface Marker {
  line: number;
  column: number | null;
  severity: "error" | "warning";
  message: string;
  /** The verdict's own word for it, by which a quick fix is found. */
  code?: string;
}

/** A name that the page gives the kernel, such as a size of the puzzle, in one line. */
export interface GivenName {
  name: string;
  says: string;
}

/** A place to go to; each request is a new object. */
export interface Place {
  line: number;
  column: number | null;
}

/** Where the visitor is in the plain editor when Monaco takes its place. start and end are offsets in the source. */
export interface HandOver {
  source: string;
  start: number;
  end: number;
  isBackward: boolean;
  hasFocus: boolean;
  scrollTop: number;
  scrollLeft: number;
}

export interface EditorProps {
  source: string;
  /** Grows each time that `source` is set from outside the editor, which then takes it. */
  revision: number;
  label: string;
  /** How it is coloured, and whether it is helped with; Python where nothing is said. */
  language?: "python" | "plaintext";
  markers: readonly Marker[];
  place: Place | null;
  /** The kernel's tensor parameters, drawn in the hue of their tensor. */
  parameterHues: ReadonlyMap<string, Hue>;
  /** What completion and hover tell of the page's own names. */
  given: readonly GivenName[];
  theme: "light" | "dark";
  /** Where vim's mode and its command line are shown; vim's keys begin once it is there. */
  vimStatus?: HTMLElement | null;
  /** Open the help card of this name. */
  onCard(name: string): void;
  onChange(source: string): void;
  onCaret(place: { line: number; column: number }): void;
  /** What the Tab key does from now on. */
  onTabKey?(does: "indents" | "leaves"): void;
}

/** 20 px at 13, as the tokens have it. */
export function lineHeight(fontSize: number): number {
  return Math.round((fontSize * 20) / 13);
}
