/** For the administrator: what is hidden, and the way to show it again. */
import type { BoardRow } from "../../api/types";
import type { Moderation } from "../../board/moderation";
import { Notice } from "../notice";

export function HiddenRows({ moderation: { hidden, problem, wish } }: { moderation: Moderation }) {
  return (
    <section class="hidden-rows" aria-labelledby="hidden-title">
      <h2 id="hidden-title">Hidden by you</h2>
      {problem ? <Notice>{problem}</Notice> : null}
      {hidden.length === 0 ? (
        <p class="soft">Nothing is hidden. What you hide is kept, and its owner is told.</p>
      ) : (
        <ul class="box">
          {hidden.map((row) => (
            <li key={row.id}>
              <b class="grow">{row.name ?? "no name given"}</b>
              {row.is_hidden ? (
                <button type="button" class="btn btn--s" onClick={() => wish(row.id, "unhide")}>
                  Show the row again
                </button>
              ) : null}
              {row.is_name_hidden ? (
                <button type="button" class="btn btn--s" onClick={() => wish(row.id, "unhide-name")}>
                  Show the name again
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function RowTools({ row, moderation }: { row: BoardRow; moderation: Moderation }) {
  const who = row.name ?? `the row of rank ${row.rank}`;
  return (
    <>
      {row.name === null ? null : (
        <button
          type="button"
          class="btn btn--s btn--quiet"
          aria-label={`Hide the name ${row.name}`}
          onClick={() => moderation.wish(row.id, "hide-name")}
        >
          Hide name
        </button>
      )}
      <button
        type="button"
        class="btn btn--s btn--quiet"
        aria-label={`Hide ${who}`}
        onClick={() => moderation.wish(row.id, "hide")}
      >
        Hide row
      </button>
    </>
  );
}
