/** The page's colours for a canvas, read anew when the theme or the contrast changes. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Hue } from "../../hues";
import { type Palette, paletteOf } from "./paint";

export function usePalette(hue: Hue): Palette {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const again = () => setVersion((before) => before + 1);
    const observer = new MutationObserver(again);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme", "data-contrast"] });
    const contrast = matchMedia("(prefers-contrast: more)");
    contrast.addEventListener("change", again);
    return () => {
      observer.disconnect();
      contrast.removeEventListener("change", again);
    };
  }, []);
  return useMemo(() => paletteOf(hue), [hue, version]);
}
