/** Below the diagnosis: whether the kernel compiles for a GPU, and the way to what it became. */
import { useEffect, useState } from "preact/hooks";
import type { Problem, Verdict } from "../../api/types";
import { useCompilation } from "../../compiler/use-compilation";
import { TARGETS } from "../../compiler/words";
import { Coded } from "../coded";
import { lazy } from "../lazy";
import { LineLink } from "../line-link";
import { Chip } from "./chip";
import type { Comparable } from "./compiler-view";
import "../../styles/compiler.css";

const CompilerView = lazy(() => import("./compiler-view").then((part) => part.CompilerView));

const USUAL = "sm_90";
const NOTHING_TO_COMPILE: readonly string[] = ["rejected", "cancelled", "internal_error"];

interface Props {
  id: string;
  verdict: Verdict;
  /** The source that was judged. */
  source: string;
  title: string;
  cases: readonly { name: string; title: string }[];
  others: readonly Comparable[];
  /** Told what is wrong, for the editor; null where nothing is. */
  onProblem(problem: Problem | null): void;
}

export function CompileLine({ id, verdict, source, title, cases, others, onProblem }: Props) {
  const isAsked = !NOTHING_TO_COMPILE.includes(verdict.outcome);
  const found = useCompilation(isAsked ? id : null, USUAL);
  const [isOpen, setOpen] = useState(false);
  const result = found.phase === "there" ? (found.check.result ?? null) : null;
  const problem = result?.compiles === false ? (result.error ?? null) : null;
  useEffect(() => {
    onProblem(problem);
    return () => onProblem(null);
  }, [problem, onProblem]);
  if (!isAsked) return <p class="quiet compiled">Not compiled for a GPU.</p>;
  const where = `${USUAL} (${TARGETS[USUAL]})`;
  // What the verdict said already is not said twice.
  const isSame = problem !== null && problem.message === verdict.error?.message;
  return (
    <div class="compiled">
      <div class="compiled__told" aria-live="polite">
        {found.phase === "waiting" ? (
          <span class="badge badge--wait">
            <Chip /> Compiling for {where}
          </span>
        ) : null}
        {result?.compiles ? (
          <span class="badge">
            <Chip /> Compiles for {where}
          </span>
        ) : null}
        {problem ? (
          <span class="badge badge--no">
            <Chip /> Does not compile for {where}
          </span>
        ) : null}
        {result && result.compiles !== false && result.error ? (
          <span class="soft">{result.error.message}</span>
        ) : null}
        {problem && !isSame ? (
          <span class="compiled__why" title={problem.hint ?? undefined}>
            {problem.line ? (
              <>
                <LineLink line={problem.line} column={problem.column ?? null} />:{" "}
              </>
            ) : null}
            <Coded text={problem.message} /> {problem.hint ? <Coded text={problem.hint} /> : null}
          </span>
        ) : null}
        {found.phase === "failed" ? <span class="quiet">{found.message}</span> : null}
        {found.phase === "there" && found.check.status === "unavailable" ? (
          <span class="quiet">Not compiled for a GPU: {found.check.reason}</span>
        ) : null}
      </div>
      {result && (result.forms ?? []).length > 0 ? (
        <button type="button" class="link nowrap" onClick={() => setOpen(true)}>
          What it became
        </button>
      ) : null}
      {isOpen ? (
        <CompilerView
          id={id}
          source={source}
          title={title}
          cases={cases}
          others={others}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}
