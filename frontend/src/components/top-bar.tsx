/** The bar on every page: the way home, where one is, and the theme. */
import type { ComponentChildren } from "preact";
import { useTheme } from "../theme";
import { Icon, Mark } from "./icon";

/** children: what stands in place of the name, on a page that has its own heading there. */
export function TopBar({ children }: { children?: ComponentChildren }) {
  const { theme, toggle } = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <header class="top">
      <a class="top__mark" href="/" aria-label="Triton Playground, all puzzles">
        <Mark />
        {children ? null : <span>Triton Playground</span>}
      </a>
      {children}
      <span class="grow" />
      <button
        type="button"
        class="btn btn--icon btn--quiet"
        aria-label={`Change to the ${other} theme`}
        onClick={toggle}
      >
        <Icon name="theme" />
      </button>
    </header>
  );
}
