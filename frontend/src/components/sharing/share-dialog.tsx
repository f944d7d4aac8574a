/** Makes a link to a run, and gives it in forms to copy. */
import { useEffect, useState } from "preact/hooks";
import { ApiError, api } from "../../api/client";
import type { ShareLink, Verdict } from "../../api/types";
import { sharePath } from "../../route";
import { absolute, embedCode } from "../../sharing/links";
import "../../styles/share.css";
import { useModal } from "../teaching/use-modal";
import { CopyField } from "./copy-field";

/** A verdict is shown a moment before the database has it. */
const TRIES = 5;
const TRY_AGAIN_MS = 400;

interface Props {
  run: string;
  verdict: Verdict;
  onClose(): void;
}

export function ShareDialog({ run, verdict, onClose }: Props) {
  const dialog = useModal(onClose);
  const { link, problem } = useLink(run);
  return (
    <dialog class="card ask share" ref={dialog} aria-labelledby="share-title">
      <form method="dialog" class="stack">
        <h2 id="share-title">Share this run</h2>
        <p class="soft">
          {seenBy(verdict)} What the link shows never changes; you can delete it on its page.
        </p>
        {problem ? <p role="alert">{problem}</p> : null}
        <div class="share__fields" aria-busy={link === null && problem === null}>
          <CopyField label="Link" text={link ? absolute(link) : ""} isFirst />
          <CopyField
            label="To embed in a course page"
            text={link ? embedCode(link, "A Triton kernel") : ""}
          />
        </div>
        <div class="row ask__row">
          <button type="submit" class="btn">
            Close
          </button>
          {link ? (
            <a class="btn btn--quiet" href={sharePath(link.id)}>
              Open its page
            </a>
          ) : null}
        </div>
      </form>
    </dialog>
  );
}

function useLink(run: string): { link: ShareLink | null; problem: string | null } {
  const [link, setLink] = useState<ShareLink | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = (left: number) => {
      api.share(run).then(
        (made) => !ended && setLink(made),
        (caught: unknown) => {
          if (ended) return;
          const isEarly = caught instanceof ApiError && caught.code === "not_judged";
          if (isEarly && left > 1) timer = setTimeout(() => attempt(left - 1), TRY_AGAIN_MS);
          else setProblem(caught instanceof ApiError ? caught.message : String(caught));
        },
      );
    };
    attempt(TRIES);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [run]);
  return { link, problem };
}

function seenBy({ outcome, puzzle }: Verdict): string {
  if (outcome === "passed" && puzzle !== "sandbox")
    return "Who has not solved this puzzle finds your code veiled until they ask for it.";
  if (puzzle === "sandbox") return "Anybody with the link sees your code and its launch.";
  return "Anybody with the link sees your code and what went wrong.";
}
