/** One compiled form against the same of another case or run. */
import { useMemo } from "preact/hooks";
import type { Compiled, Form } from "../../api/types";
import type { Compilation } from "../../compiler/use-compilation";
import { FORMS } from "../../compiler/words";
import { DiffView } from "../keeping/diff-view";
import "../../styles/keeping.css";

interface Props {
  theirs: Compilation;
  mine: Compiled;
  form: Form;
  /** What it is compared with. */
  title: string;
}

/** Longer ones take the browser too long to compare. */
const LONGEST = 6000;

export function Against({ theirs, mine, form, title }: Props) {
  const before = useMemo(
    () => text(theirs.phase === "there" ? theirs.check.result : null, form),
    [theirs, form],
  );
  const after = useMemo(() => text(mine, form), [mine, form]);
  const label = `${FORMS[form].label}: what is different from ${title}`;
  if (theirs.phase === "waiting") return <p class="cv__instead soft">The compiler is at work on {title}.</p>;
  if (before === null || after === null)
    return (
      <p class="cv__instead soft">
        There is no {FORMS[form].label} of {title} to compare with.
      </p>
    );
  if (before === after)
    return (
      <p class="cv__instead soft">
        The {FORMS[form].label} is the same as for {title}.
      </p>
    );
  if (before.split("\n").length + after.split("\n").length > LONGEST)
    return <p class="cv__instead soft">These are too long to be compared here. Choose an earlier form.</p>;
  return (
    <section class="cv__against" aria-label="Differences">
      <p class="cv__head label soft">
        {label}. − is {title}, + is this.
      </p>
      <DiffView before={before} after={after} label={label} />
    </section>
  );
}

function text(compiled: Compiled | null | undefined, form: Form): string | null {
  return compiled?.forms?.find((one) => one.form === form)?.text ?? null;
}
