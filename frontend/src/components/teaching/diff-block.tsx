/** Two sources as one: what is only in the one, only in the other, and in both. */
import { highlight } from "../../highlight";
import type { Hue } from "../../hues";
import type { DiffLine } from "../../keeping/line-diff";
import "../../styles/code.css";
import { Tokens } from "./code-block";

interface Props {
  label: string;
  lines: readonly DiffLine[];
  hues: ReadonlyMap<string, Hue>;
}

const SIGNS = { same: " ", removed: "−", added: "+" } as const;
const SPOKEN = { same: "", removed: "Yours: ", added: "Ours: " } as const;

export function DiffBlock({ label, lines, hues }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <pre class="code code--d" tabIndex={0} role="group" aria-label={label}>
      {lines.map((line, at) => (
        <span key={at} class={`code__ln code__ln--${line.kind}`}>
          <span class="code__no" aria-hidden="true">
            {SIGNS[line.kind]}
          </span>
          <code>
            {line.kind === "same" ? null : <span class="sr">{SPOKEN[line.kind]}</span>}
            <Tokens tokens={highlight(line.text)[0] ?? []} hues={hues} />
            {"\n"}
          </code>
        </span>
      ))}
    </pre>
  );
}
