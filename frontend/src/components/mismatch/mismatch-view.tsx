/** What differs in a case: maps of the tensors that the server keeps for an hour, else what the verdict lists. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { decodeArrays, type NamedArray } from "../../api/arrays";
import { ApiError, api } from "../../api/client";
import type { CaseVerdict, Mismatch } from "../../api/types";
import { MismatchTable } from "../mismatch-table";
import { Notice } from "../notice";
import { evidenceOf } from "./evidence";
import { MismatchMaps } from "./maps";
import "../../styles/mismatch.css";

interface Props {
  id: string;
  one: CaseVerdict;
  mismatch: Mismatch;
  hue: string;
  onReplay: (() => void) | null;
}

type Fetched = { arrays: NamedArray[] } | { problem: ApiError } | null;

export function MismatchView({ id, one, mismatch, hue, onReplay }: Props) {
  const [fetched, setFetched] = useState<Fetched>(null);
  useEffect(() => {
    let ended = false;
    setFetched(null);
    api
      .arrays(id, one.name)
      .then((buffer) => ({ arrays: decodeArrays(buffer) }))
      .catch((error: unknown) => ({
        problem: error instanceof ApiError ? error : new ApiError(0, "error", String(error)),
      }))
      .then((found) => ended || setFetched(found));
    return () => {
      ended = true;
    };
  }, [id, one.name]);
  const evidence = useMemo(
    () => (fetched && "arrays" in fetched ? evidenceOf(fetched.arrays, mismatch.tensor) : null),
    [fetched, mismatch],
  );

  if (fetched === null) return <p class="nothing">Fetching the tensors of this case.</p>;
  if (evidence)
    return (
      <MismatchMaps key={`${id} ${one.name}`} evidence={evidence} one={one} mismatch={mismatch} hue={hue} />
    );
  const gone = "problem" in fetched && fetched.problem.status !== 404 ? fetched.problem.message : null;
  return (
    <>
      <div class="mm__gone">
        <Notice>
          <span class="grow">
            {gone ??
              "The tensors of this case are no longer kept: they are for an hour. What the verdict says of it stays."}
          </span>
          {onReplay ? (
            <button type="button" class="btn btn--s" onClick={onReplay}>
              Run this case again
            </button>
          ) : null}
        </Notice>
      </div>
      <MismatchTable one={one} mismatch={mismatch} hue={hue} />
    </>
  );
}
