/** How a visitor wants pages to be. theme.js shows theme and contrast before the first paint; here they are changed. */
import { useEffect, useState } from "preact/hooks";
import { read, remove, write } from "./storage";

export type Theme = "light" | "dark";
export type Contrast = "normal" | "more";

/** fontSize: the editor's, in pixels. system: as the system prefers, also when that changes. */
export interface Preferences {
  theme: Theme | "system";
  contrast: Contrast | "system";
  vim: boolean;
  wrap: boolean;
  fontSize: number;
}

/** Lines are wrapped, since beside two other panes an editor is often narrower than a kernel's first line. */
export const DEFAULTS: Preferences = {
  theme: "system",
  contrast: "system",
  vim: false,
  wrap: true,
  fontSize: 13,
};

export const FONT_SIZES = { min: 12, max: 20 };

const NAME = "preferences";
/** Where versions before preferences kept the theme. */
const THEME_BEFORE = "theme";
const CHANGED = "playground-preferences";
const SYSTEM_IS = { dark: "(prefers-color-scheme: dark)", more: "(prefers-contrast: more)" };

let kept: Preferences | null = null;

export function preferences(): Preferences {
  kept ??= sound(read<Partial<Preferences>>(NAME) ?? { theme: read<Theme>(THEME_BEFORE) ?? DEFAULTS.theme });
  return kept;
}

export function prefer(changed: Partial<Preferences>): void {
  kept = sound({ ...preferences(), ...changed });
  write(NAME, kept);
  remove(THEME_BEFORE);
  show();
}

export function shownTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

export function shownContrast(): Contrast {
  return document.documentElement.dataset.contrast === "more" ? "more" : "normal";
}

/** The preferences, and what of them is on the screen: of "system" only the page knows what it is. */
export function usePreferences(): Preferences & { shown: { theme: Theme; contrast: Contrast } } {
  const now = () => ({ ...preferences(), shown: { theme: shownTheme(), contrast: shownContrast() } });
  const [known, setKnown] = useState(now);
  useEffect(() => {
    const look = () => setKnown(now());
    addEventListener(CHANGED, look);
    return () => removeEventListener(CHANGED, look);
  }, []);
  return known;
}

/** Follows the system and this visitor's other tabs, for as long as the page lives. */
export function followSystem(): void {
  for (const query of Object.values(SYSTEM_IS)) matchMedia(query).addEventListener("change", show);
  addEventListener("storage", ({ key }) => {
    if (key !== null && !key.endsWith(`:${NAME}`)) return;
    kept = null;
    show();
  });
}

function show(): void {
  const { theme, contrast } = preferences();
  const { dataset } = document.documentElement;
  const system = (is: keyof typeof SYSTEM_IS) => matchMedia(SYSTEM_IS[is]).matches;
  dataset.theme = theme === "system" ? (system("dark") ? "dark" : "light") : theme;
  dataset.contrast = contrast === "system" ? (system("more") ? "more" : "normal") : contrast;
  dispatchEvent(new Event(CHANGED));
}

/** What was kept may come from another version, or from a hand. */
function sound(found: Partial<Preferences>): Preferences {
  const { theme, contrast, vim, wrap, fontSize } = found;
  return {
    theme: theme === "light" || theme === "dark" ? theme : DEFAULTS.theme,
    contrast: contrast === "normal" || contrast === "more" ? contrast : DEFAULTS.contrast,
    vim: vim === true,
    wrap: typeof wrap === "boolean" ? wrap : DEFAULTS.wrap,
    fontSize: Number.isFinite(fontSize) ? within(Math.round(fontSize as number)) : DEFAULTS.fontSize,
  };
}

function within(size: number): number {
  return Math.min(Math.max(size, FONT_SIZES.min), FONT_SIZES.max);
}
