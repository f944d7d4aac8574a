/** Beside a verdict: makes a link to the run, in a dialog that is fetched when it is first wanted. */
import { useState } from "preact/hooks";
import { useActions } from "../../actions";
import type { Verdict } from "../../api/types";
import { Icon } from "../icon";
import { lazy } from "../lazy";
import "../../styles/share-button.css";

const ShareDialog = lazy(() => import("./share-dialog").then((module) => module.ShareDialog));

export function ShareButton({ run, verdict }: { run: string; verdict: Verdict }) {
  const [isOpen, setOpen] = useState(false);
  const isJudged = verdict.outcome !== "cancelled" && verdict.outcome !== "internal_error";
  useActions([
    {
      id: "share",
      title: "Share this run",
      group: "This page",
      also: "link publish pass on embed",
      enabled: isJudged,
      run: () => setOpen(true),
    },
  ]);
  if (!isJudged) return null;
  return (
    <>
      <button type="button" class="btn btn--s" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="link" /> <span class="phone-sr">Share</span>
      </button>
      {isOpen ? <ShareDialog run={run} verdict={verdict} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
