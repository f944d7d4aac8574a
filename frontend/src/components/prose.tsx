/** Markdown and formulas, drawn as soon as their renderer is here; until then the plain text stands in. */
import { useEffect, useRef, useState } from "preact/hooks";

type Renderer = typeof import("../statement/markdown");

let loaded: Renderer | null = null;

function useRenderer(): Renderer | null {
  const [renderer, setRenderer] = useState(loaded);
  useEffect(() => {
    if (renderer) return;
    let ended = false;
    import("../statement/markdown").then(
      (module) => {
        loaded = module;
        if (!ended) setRenderer(module);
      },
      () => {}, // the plain text stays
    );
    return () => {
      ended = true;
    };
  }, [renderer]);
  return renderer;
}

/** linksTerms: the first bold use of a word that the glossary has becomes a link to it. */
export function Prose({ text, linksTerms = false }: { text: string; linksTerms?: boolean }) {
  const renderer = useRenderer();
  const element = useRef<HTMLDivElement>(null);
  // A formula wider than its pane scrolls, and then the keyboard must be able to reach it.
  useEffect(() => {
    if (!renderer) return;
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        if (target instanceof HTMLElement && target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      }
    });
    for (const wide of element.current?.querySelectorAll(".math, pre") ?? []) observer.observe(wide);
    return () => observer.disconnect();
  }, [renderer]);
  if (!renderer) return <div class="md md--plain">{text}</div>;
  // The renderer takes no raw HTML
  return (
    <div
      class="md"
      ref={element}
      dangerouslySetInnerHTML={{ __html: renderer.render(text, { linksTerms }) }}
    />
  );
}

/** A line of Markdown inside other text, such as a label. */
export function Line({ text }: { text: string }) {
  const renderer = useRenderer();
  if (!renderer) return <span>{text}</span>;
  // The renderer takes no raw HTML
  return <span class="md-line" dangerouslySetInnerHTML={{ __html: renderer.renderLine(text) }} />;
}

export function Formula({ tex, plain }: { tex: string; plain: string }) {
  const renderer = useRenderer();
  if (!renderer) return <code>{plain}</code>;
  // KaTeX escapes what it is given
  return <span dangerouslySetInnerHTML={{ __html: renderer.renderTex(tex) }} />;
}
