/** The source of a shared run, to read and to take along. */
import { useMemo, useState } from "preact/hooks";
import { sharedPath } from "../../api/client";
import type { Puzzle, SharedSolution } from "../../api/types";
import { hues } from "../../hues";
import { useLineMarks } from "../../line-marks";
import { copy } from "../../sandbox/clipboard";
import { Icon } from "../icon";
import { CodeBlock } from "../teaching/code-block";

interface Props {
  shared: SharedSolution;
  source: string;
  puzzle: Puzzle | null;
  line: number | null;
  explorer: string | null;
}

export function SourceBox({ shared, source, puzzle, line, explorer }: Props) {
  const marks = useLineMarks();
  const [told, setTold] = useState("");
  const parameterHues = useMemo(() => {
    const tensors = puzzle?.tensors ?? [];
    const hue = hues(tensors);
    return new Map(tensors.map((tensor) => [tensor.parameter, hue.get(tensor.name) ?? "t1"]));
  }, [puzzle]);
  const take = async () =>
    setTold((await copy(source)) ? "Copied" : "This browser does not let the page copy: use Raw");
  return (
    <section class="box share__source" aria-label="Source">
      <div class="box__h">
        <h2 class="grow">Source</h2>
        <span class="label soft" role="status">
          {told}
        </span>
        <button type="button" class="btn btn--s btn--quiet" onClick={take}>
          <Icon name="copy" /> Copy
        </button>
        <a
          class="btn btn--s btn--quiet not-phone"
          href={`${sharedPath(shared.id)}/raw`}
          target="_blank"
          rel="noopener"
        >
          Raw
        </a>
        {explorer ? (
          <a
            class="btn btn--s btn--quiet not-phone"
            href={explorer}
            target="_blank"
            rel="noopener noreferrer"
          >
            Compiler Explorer <Icon name="outside" />
          </a>
        ) : null}
      </div>
      <CodeBlock
        label="Kernel source"
        source={source}
        hues={parameterHues}
        isNumbered
        line={line}
        marks={marks}
      />
    </section>
  );
}
