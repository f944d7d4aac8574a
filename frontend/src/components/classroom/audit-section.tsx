/** Who did what in a class, and when: the newest first. */
import { useEffect, useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import type { AuditEntry, Classroom } from "../../api/types";
import { showIn } from "../../classroom/zone";
import { Problem } from "../account/parts";
import { useTask } from "../account/use-task";

export function AuditSection({ room }: { room: Classroom }) {
  const [entries, setEntries] = useState<readonly AuditEntry[]>([]);
  const [page, setPage] = useState(0);
  const [hasMore, setMore] = useState(false);
  const { isBusy, problem, run } = useTask();
  const load = (next: number) =>
    run(async () => {
      const read = await classroom(room.id).audit(next);
      setEntries((before) => (next === 1 ? read.entries : [...before, ...read.entries]));
      setMore(read.more);
      setPage(next);
    });
  // Again after each change of the class, from the start.
  useEffect(() => load(1), [room]);
  return (
    <section class="audit" aria-labelledby="audit-title">
      <h2 id="audit-title">What was done</h2>
      <Problem text={problem} />
      {entries.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <div class="box room__scroll audit__rows" tabIndex={0} role="group" aria-label="What was done">
          <table class="people">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={entry.id}>
                  <td class="nowrap soft">{showIn(room.time_zone, entry.at)}</td>
                  <td>{entry.by}</td>
                  <td>{entry.what}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {hasMore ? (
        <button type="button" class="btn" disabled={isBusy} onClick={() => load(page + 1)}>
          Show earlier ones
        </button>
      ) : null}
    </section>
  );
}
