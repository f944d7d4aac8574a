/** The compiled kernel beside its source, lines linked both ways; what its numbers mean; and against another. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Compiled, Form, Target } from "../../api/types";
import { placesByLine } from "../../compiler/links";
import { type Compilation, useCompilation } from "../../compiler/use-compilation";
import { FORMS, showNumbers, TARGETS, usualForm } from "../../compiler/words";
import { copy } from "../../sandbox/clipboard";
import { Coded } from "../coded";
import { Icon } from "../icon";
import { Against } from "./against";
import { Chip } from "./chip";
import { Panes } from "./panes";
import { ReadingAid } from "./reading-aid";
import "../../styles/seg.css";

/** Something to compare with: an earlier run of the same puzzle. */
export interface Comparable {
  id: string;
  title: string;
}

interface Props {
  id: string;
  source: string;
  title: string;
  cases: readonly { name: string; title: string }[];
  others: readonly Comparable[];
  onClose(): void;
}

export function CompilerView({ id, source, title, cases, others, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [target, setTarget] = useState<Target>("sm_90");
  const [caseName, setCase] = useState(cases[0]?.name ?? "");
  const [wanted, setWanted] = useState<Form | null>(null);
  const [against, setAgainst] = useState("");
  const [copied, setCopied] = useState("");
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  const found = useCompilation(id, target, caseName);
  const result = found.phase === "there" ? (found.check.result ?? null) : null;
  const [kind, ...rest] = against.split(":");
  const other = rest.join(":");
  const isAgainst = against !== "";
  const theirs = useCompilation(
    isAgainst ? (kind === "run" ? other : id) : null,
    target,
    kind === "case" ? other : caseName,
  );
  const forms = result?.forms ?? [];
  const form = forms.some((one) => one.form === wanted) ? wanted : result ? usualForm(result) : null;
  const listing = forms.find((one) => one.form === form) ?? null;
  const places = useMemo(() => (listing ? placesByLine(listing) : new Map()), [listing]);
  const otherResult = theirs.phase === "there" ? (theirs.check.result ?? null) : null;
  const otherTitle =
    kind === "run"
      ? (others.find((one) => one.id === other)?.title ?? "")
      : `the case “${cases.find((one) => one.name === other)?.title ?? other}”`;

  const copyForm = async () => {
    const done = listing && (await copy(listing.text));
    setCopied(done ? "Copied." : "This browser does not let the page copy.");
  };

  return (
    <dialog class="card cv" ref={dialog} aria-labelledby="cv-title" onClose={onClose}>
      <div class="cv__bar">
        <button type="button" class="btn btn--s" onClick={() => dialog.current?.close()}>
          <Icon name="back" /> Back <kbd>Esc</kbd>
        </button>
        <h2 id="cv-title" class="cv__title">
          <span class="sr">Compiled: </span>
          {title}
        </h2>
        {forms.length > 0 ? (
          <fieldset class="seg">
            <legend class="sr">Form</legend>
            {forms.map((one) => (
              <button
                key={one.form}
                type="button"
                aria-pressed={one.form === form}
                title={FORMS[one.form].meaning}
                onClick={() => setWanted(one.form)}
              >
                {FORMS[one.form].label}
              </button>
            ))}
          </fieldset>
        ) : null}
        <select
          class="field"
          aria-label="Target"
          value={target}
          onChange={(event) => setTarget(event.currentTarget.value as Target)}
        >
          {Object.entries(TARGETS).map(([name, meaning]) => (
            <option key={name} value={name}>
              {name} ({meaning})
            </option>
          ))}
        </select>
        {cases.length > 1 ? (
          <select
            class="field cv__case"
            aria-label="Sizes and blocks"
            value={caseName}
            onChange={(event) => setCase(event.currentTarget.value)}
          >
            {cases.map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
          </select>
        ) : null}
        <Badge found={found} />
        <span class="grow" />
        {cases.length > 1 || others.length > 0 ? (
          <select
            class="field cv__case"
            aria-label="Compare with"
            value={against}
            onChange={(event) => setAgainst(event.currentTarget.value)}
          >
            <option value="">Compare with…</option>
            {cases
              .filter((one) => one.name !== caseName)
              .map((one) => (
                <option key={one.name} value={`case:${one.name}`}>
                  Case: {one.title}
                </option>
              ))}
            {others.map((one) => (
              <option key={one.id} value={`run:${one.id}`}>
                {one.title}
              </option>
            ))}
          </select>
        ) : null}
        <button type="button" class="btn btn--s btn--quiet" disabled={!listing} onClick={copyForm}>
          <Icon name="copy" /> Copy
        </button>
        <span class="sr" role="status">
          {copied}
        </span>
      </div>
      <div class="cv__body">
        {result?.error ? (
          <p class="cv__said">
            <b>
              {result.error.line ? `Line ${result.error.line}: ` : ""}
              <Coded text={result.error.message} />
            </b>{" "}
            {result.error.hint ? <Coded text={result.error.hint} /> : null}
          </p>
        ) : null}
        {result && isAgainst && form ? (
          <Against theirs={theirs} mine={result} form={form} title={otherTitle} />
        ) : (
          <Panes
            key={`${id} ${target} ${caseName}`}
            source={source}
            listing={listing}
            places={places}
            memory={result?.memory ?? []}
            said={saidInstead(found)}
          />
        )}
        <ReadingAid
          lessons={result?.lessons ?? []}
          other={isAgainst ? (otherResult?.lessons ?? null) : null}
          numbers={result ? showNumbers(result.numbers) : ""}
        />
      </div>
    </dialog>
  );
}

function Badge({ found }: { found: Compilation }) {
  const [tone, words] = state(found);
  return (
    <span class={`badge ${tone}`} role="status">
      <Chip /> {words}
    </span>
  );
}

function state(found: Compilation): [string, string] {
  if (found.phase === "waiting") return ["badge--wait", "Compiling"];
  const result = found.phase === "there" ? found.check.result : null;
  if (!result || result.compiles === null) return ["badge--wait", "Not known"];
  return result.compiles ? ["", `Compiles, ${seconds(result)}`] : ["badge--no", "Does not compile"];
}

function seconds({ took_ms = 0 }: Compiled): string {
  return `${(took_ms / 1000).toFixed(2)} s`;
}

/** What stands in the place of a form that there is none of. */
function saidInstead(found: Compilation): string {
  if (found.phase === "waiting") return "The compiler is at work. It gives way to everybody's runs.";
  if (found.phase === "failed") return found.message;
  return found.check.reason ?? "The compiler did not come so far.";
}
