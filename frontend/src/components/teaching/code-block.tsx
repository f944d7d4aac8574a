/** Python to be read, drawn as in the editor. */
import { highlight, type Token } from "../../highlight";
import type { Hue } from "../../hues";
import type { LineMark } from "../../line-marks";
import { MarkIcon } from "../picture/mark-icon";
import "../../styles/code.css";

interface Props {
  label: string;
  source: string;
  hues?: ReadonlyMap<string, Hue>;
  isNumbered?: boolean;
  /** A line that something is said about. */
  line?: number | null;
  /** What each line loads and stores; space is kept for it where it is given. */
  marks?: readonly LineMark[] | undefined;
}

export function CodeBlock({ label, source, hues, isNumbered = false, line = null, marks }: Props) {
  const lines = highlight(source.trimEnd());
  const looks = `${isNumbered ? "code--n" : ""} ${marks ? "code--marks" : ""}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <pre class={`code ${looks}`} tabIndex={0} role="group" aria-label={label}>
      {lines.map((tokens, at) => (
        <span key={at} class={`code__ln ${line === at + 1 ? "is-at" : ""}`}>
          {marks ? <LineMarks marks={marks.filter((mark) => mark.line === at + 1)} /> : null}
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

function LineMarks({ marks }: { marks: readonly LineMark[] }) {
  return (
    <span class="code__marks">
      {marks.map(({ shape, hue, words }) => (
        <span key={shape + hue} title={words}>
          <MarkIcon mark={shape} hue={hue} />
        </span>
      ))}
    </span>
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
