/** Says that another tab changed the draft, or that a newer version of the playground kept one, and lets choose. */
import { useState } from "preact/hooks";
import type { Draft } from "../../draft";
import { Icon } from "../icon";
import { lazy } from "../lazy";
import "../../styles/keeping.css";

const TabsDialog = lazy(() => import("./tabs-dialog").then((module) => module.TabsDialog));

export function TabsNotice({ draft }: { draft: Draft }) {
  const [isComparing, setComparing] = useState(false);
  const [isRead, setRead] = useState(false);
  if (draft.theirs !== null) {
    return (
      <div class="tabs-notice" role="alert">
        <Icon name="caution" />
        <p>
          <b>Another tab changed this draft.</b> Both versions are safe, and nothing is kept from here until
          you choose one.
        </p>
        <div class="row">
          <button type="button" class="btn btn--s" onClick={() => draft.settle("theirs")}>
            Take the other tab’s version
          </button>
          <button type="button" class="btn btn--s" onClick={() => draft.settle("mine")}>
            Keep mine
          </button>
          <button type="button" class="btn btn--s btn--quiet" onClick={() => setComparing(true)}>
            Compare
          </button>
        </div>
        {isComparing ? <TabsDialog draft={draft} onClose={() => setComparing(false)} /> : null}
      </div>
    );
  }
  if (!draft.fromNewer || isRead) return null;
  return (
    <div class="tabs-notice" role="status">
      <Icon name="note" />
      <p>
        <b>A newer version of the playground kept a draft here.</b> This version cannot read it. It is put
        aside as it is, and what you write here does not touch it.
      </p>
      <button type="button" class="btn btn--s" onClick={() => setRead(true)}>
        Understood
      </button>
    </div>
  );
}
