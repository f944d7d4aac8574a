/** One's own share links: seen at a glance, taken off the lists of solutions, deleted. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { OwnShare } from "../../api/types";
import { showCount, showDay } from "../../numbers";
import { sharePath } from "../../route";
import "../../styles/own-links.css";
import { OUTCOMES } from "../../words";
import { Problem } from "../account/parts";
import { useTask } from "../account/use-task";
import { Glyph } from "../glyph";
import { DeleteDialog } from "./delete-dialog";

export function OwnLinks() {
  const [links, setLinks] = useState<readonly OwnShare[] | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const { isBusy, problem, run } = useTask();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => run(async () => setLinks(await api.ownShares())), []);
  const list = (link: OwnShare) =>
    run(async () => {
      const listed = (await api.listShared(link.id, !link.listed)).listed ?? !link.listed;
      setLinks((before) => before?.map((one) => (one.id === link.id ? { ...one, listed } : one)) ?? null);
    });
  return (
    <section class="track" aria-labelledby="own-links">
      <h2 class="me__h" id="own-links" ref={head} tabIndex={-1}>
        Share links
      </h2>
      <div class="box links">
        {links?.length === 0 ? (
          <p class="soft links__none">
            You have shared nothing. A run is shared by Share beside its verdict.
          </p>
        ) : null}
        {links && links.length > 0 ? (
          <ul aria-label={`Share links, ${showCount(links.length)}`}>
            {links.map((link) => (
              <li key={link.id}>
                <Glyph state={link.outcome} />
                <span class="grow">
                  <a href={sharePath(link.id)}>{titleOf(link)}</a>{" "}
                  <span class="label soft">
                    shared on {showDay(new Date(link.created_at))}
                    {link.kind === "solution"
                      ? `, ${link.listed ? "listed for who solves it" : "in no list"}`
                      : ""}
                  </span>
                </span>
                {link.kind === "solution" ? (
                  <button
                    type="button"
                    class="btn btn--s"
                    aria-label={`${link.listed ? "Unlist" : "List"}: ${titleOf(link)}`}
                    aria-disabled={isBusy}
                    onClick={() => list(link)}
                  >
                    {link.listed ? "Unlist" : "List"}
                  </button>
                ) : null}
                <button
                  type="button"
                  class="btn btn--s"
                  aria-label={`Delete: ${titleOf(link)}`}
                  onClick={() => setAsked(link.id)}
                >
                  Delete
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        <Problem text={problem} />
      </div>
      {asked ? (
        <DeleteDialog
          id={asked}
          onDeleted={() => {
            setLinks((before) => before?.filter(({ id }) => id !== asked) ?? null);
            setAsked(null);
            // Its button went with its row. The dialog has to be gone before anything behind it takes the focus.
            setTimeout(() => head.current?.focus());
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </section>
  );
}

function titleOf({ kind, title, outcome }: OwnShare): string {
  if (kind === "run") return "A free run";
  return kind === "solution" ? `A solution to ${title}` : `${OUTCOMES[outcome].word} in ${title}`;
}
