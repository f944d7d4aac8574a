/** Light or dark: the system's preference until the visitor chooses. theme.js sets it before the first paint. */
import { useEffect, useState } from "preact/hooks";
import { read, write } from "./storage";

export type Theme = "light" | "dark";

const CHANGED = "playground-theme";
const system = () => matchMedia("(prefers-color-scheme: dark)");

export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

export function useTheme(): { theme: Theme; toggle(): void } {
  const [theme, setTheme] = useState(currentTheme);
  useEffect(() => {
    const query = system();
    const follow = () => {
      if (read<Theme>("theme") === null) show(query.matches ? "dark" : "light");
    };
    const look = () => setTheme(currentTheme());
    query.addEventListener("change", follow);
    addEventListener(CHANGED, look);
    return () => {
      query.removeEventListener("change", follow);
      removeEventListener(CHANGED, look);
    };
  }, []);
  const toggle = () => {
    const next = currentTheme() === "dark" ? "light" : "dark";
    write("theme", next);
    show(next);
  };
  return { theme, toggle };
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  dispatchEvent(new Event(CHANGED));
}
