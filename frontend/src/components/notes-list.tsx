/** Warnings, with their lines, and notes on how the source was taken. */
import type { Verdict } from "../api/types";
import { Icon } from "./icon";
import { LineLink } from "./line-link";
import { Notice } from "./notice";

export function NotesList({ verdict }: { verdict: Verdict }) {
  return (
    <ul class="notes">
      {verdict.warnings.map((warning) => (
        <li key={`${warning.code} ${warning.line ?? ""} ${warning.message}`}>
          <Notice tone="caution">
            <Icon name="caution" />
            <span>
              {warning.message}
              {warning.line ? (
                <>
                  {" "}
                  <LineLink line={warning.line} />
                </>
              ) : null}
            </span>
          </Notice>
        </li>
      ))}
      {verdict.notes.map((note) => (
        <li key={note}>
          <Notice>
            <Icon name="note" />
            <span>{note}</span>
          </Notice>
        </li>
      ))}
    </ul>
  );
}
