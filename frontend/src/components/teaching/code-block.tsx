/** Python to be read, drawn as in the editor. */
import { highlight, type Token } from "../../highlight";
import type { Hue } from "../../hues";
import "../../styles/code.css";

interface Props {
  label: string;
  source: string;
  hues?: ReadonlyMap<string, Hue>;
  isNumbered?: boolean;
}

export function CodeBlock({ label, source, hues, isNumbered = false }: Props) {
  const lines = highlight(source.trimEnd());
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <pre class={`code ${isNumbered ? "code--n" : ""}`} tabIndex={0} role="group" aria-label={label}>
      {lines.map((tokens, at) => (
        <span key={at} class="code__ln">
          {isNumbered ? (
            <span class="code__no" aria-hidden="true">
              {at + 1}
            </span>
          ) : null}
          <code>
            <Tokens tokens={tokens} hues={hues} />
            {"\n"}
          </code>
        </span>
      ))}
    </pre>
  );
}

export function Tokens({
  tokens,
  hues,
}: {
  tokens: readonly Token[];
  hues: ReadonlyMap<string, Hue> | undefined;
}) {
  return (
    <>
      {tokens.map(({ part, text }, at) => {
        const hue = part === "name" ? hues?.get(text) : undefined;
        if (hue)
          return (
            <span key={at} class={`hue ${hue}`}>
              {text}
            </span>
          );
        return part === "name" || part === "plain" ? (
          text
        ) : (
          <span key={at} class={`c-${part}`}>
            {text}
          </span>
        );
      })}
    </>
  );
}
