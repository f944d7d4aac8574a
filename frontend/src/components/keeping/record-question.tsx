/** Another browser's record: what is in it, and whose drafts are to stand where both have one. */
import { useState } from "preact/hooks";
import { type BrowserRecord, differing, mergeRecord } from "../../keeping/browser-record";
import { plural } from "../../numbers";
import { Notice } from "../notice";

interface Props {
  name: string;
  record: BrowserRecord;
  onDone(): void;
  onLeave(): void;
}

export function RecordQuestion({ name, record, onDone, onLeave }: Props) {
  const [said, setSaid] = useState("");
  const both = differing(record);
  const runs = Object.values(record.history).reduce((sum, entries) => sum + entries.length, 0);
  const merge = (takeTheirDrafts: boolean) => {
    setSaid(
      mergeRecord(record, takeTheirDrafts)
        ? `${name} is now part of this browser’s record.`
        : `Not all of ${name} could be kept: this browser’s storage is full or blocked.`,
    );
    onDone();
  };
  if (said !== "")
    return (
      <div role="status">
        <Notice>
          <span class="grow">{said}</span>
          <a class="btn btn--s" href="/">
            To the puzzles
          </a>
        </Notice>
      </div>
    );
  return (
    <div class="box keep__record" role="group" aria-label={name}>
      <h3>{name}</h3>
      <p>
        {plural(Object.keys(record.drafts).length, "draft")}, {plural(runs, "entry", "entries")} of history,
        and the record of {plural(Object.keys(record.records).length, "puzzle")}.
        {both.length > 0
          ? ` ${plural(both.length, "draft")} in it ${both.length === 1 ? "differs" : "differ"} from yours. The version that is replaced goes to the history.`
          : " It replaces nothing of yours."}
      </p>
      <div class="row">
        <button type="button" class="btn btn--main" onClick={() => merge(false)}>
          {both.length > 0 ? "Add it, keep my drafts" : "Add it"}
        </button>
        {both.length > 0 ? (
          <button type="button" class="btn" onClick={() => merge(true)}>
            Add it, replace {plural(both.length, "draft")} of mine
          </button>
        ) : null}
        <button type="button" class="btn btn--quiet" onClick={onLeave}>
          Leave it
        </button>
      </div>
    </div>
  );
}
