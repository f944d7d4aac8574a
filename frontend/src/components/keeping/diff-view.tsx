/** Two sources against each other: the lines that differ, with a little of what stands around them. */
import { useMemo } from "preact/hooks";
import { counted, diffLines, folded } from "../../keeping/line-diff";
import { plural } from "../../numbers";

const SIGNS = { same: " ", removed: "−", added: "+" } as const;
const SPOKEN = { same: "", removed: "Removed: ", added: "Added: " } as const;

interface Props {
  before: string;
  after: string;
  label: string;
}

export function DiffView({ before, after, label }: Props) {
  const shown = useMemo(() => folded(diffLines(before, after)), [before, after]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div class="diff" role="group" aria-label={label} tabIndex={0}>
      <div class="diff__lines">
        {shown.map((line, at) =>
          typeof line === "number" ? (
            <p key={`gap${at}`} class="diff__gap label quiet">
              {plural(line, "line")} alike
            </p>
          ) : (
            <div key={`${line.before}:${line.after}`} class={`diff__line is-${line.kind}`}>
              <span class="diff__at" aria-hidden="true">
                {line.after ?? line.before}
              </span>
              <span aria-hidden="true">{SIGNS[line.kind]}</span>
              <code>
                <span class="sr">{SPOKEN[line.kind]}</span>
                {line.text}
              </code>
            </div>
          ),
        )}
      </div>
    </div>
  );
}

/** "2 lines added, 1 removed". */
export function DiffCount({ before, after }: { before: string; after: string }) {
  return useMemo(() => <>{counted(diffLines(before, after))}</>, [before, after]);
}
