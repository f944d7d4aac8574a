/** The bar on every page: the way home, where one is, what one can do, the theme, and a menu of the rest. */
import type { ComponentChildren } from "preact";
import { perform } from "../actions";
import { PLACES } from "../pages/places";
import { useTheme } from "../theme";
import { Icon, Mark } from "./icon";
import { Keys } from "./shell/keys";
import { TopMenu } from "./top-menu";
import "../styles/top.css";

/** children: what stands in place of the name, on a page that has its own heading there. */
export function TopBar({ children }: { children?: ComponentChildren }) {
  const { theme, toggle } = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <header class={children ? "top top--crumb" : "top"}>
      <a class="top__mark" href="/" aria-label="Triton Playground, all puzzles">
        <Mark />
        {children ? null : <span>Triton Playground</span>}
      </a>
      {children}
      {children ? null : (
        <nav class="top__places not-phone" aria-label="Pages">
          {PLACES.map(({ title, path }) => (
            <a key={path} href={path} aria-current={location.pathname === path ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
      )}
      <span class="grow" />
      <button
        type="button"
        class="btn btn--s top__find"
        aria-haspopup="dialog"
        onClick={() => perform("palette")}
      >
        <Icon name="search" />
        <span class="top__find-word">Find or do anything</span> <Keys keys="Mod+K" />
      </button>
      <button
        type="button"
        class="btn btn--icon btn--s btn--quiet"
        aria-label={`Change to the ${other} theme`}
        onClick={toggle}
      >
        <Icon name="theme" />
      </button>
      <TopMenu hasPlaces={children !== undefined} />
    </header>
  );
}
