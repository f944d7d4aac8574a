/** The theme that is on the screen, and changing to the other one. */
import { prefer, shownTheme, type Theme, usePreferences } from "./preferences";

export type { Theme } from "./preferences";

export const currentTheme = shownTheme;

export function useTheme(): { theme: Theme; toggle(): void } {
  const { shown } = usePreferences();
  return { theme: shown.theme, toggle: toggleTheme };
}

export function toggleTheme(): void {
  prefer({ theme: shownTheme() === "dark" ? "light" : "dark" });
}
