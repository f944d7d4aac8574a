/** The editor of the sandbox, with examples to start from and the link to pass on. */
import { useState } from "preact/hooks";
import { type Action, useActions } from "../../actions";
import type { Keeping } from "../../draft";
import type { Marker, Place } from "../../editor/props";
import type { Hue } from "../../hues";
import { EXAMPLES } from "../../sandbox/examples";
import type { Sandbox } from "../../sandbox/form";
import { HelpCards } from "../help-cards";
import { Icon } from "../icon";
import { KernelEditor } from "../kernel-editor";
import { RunButton } from "../run-button";

interface Props {
  source: string;
  revision: number;
  keeping: Keeping;
  markers: readonly Marker[];
  place: Place | null;
  parameterHues: ReadonlyMap<string, Hue>;
  isActive: boolean;
  onChange(source: string): void;
  onExample(example: Sandbox): void;
  /** Copies the link; says in words what came of it. */
  onLink(): Promise<string>;
  onRun(): void;
  onCancel(): void;
}

const KEPT: Record<Keeping, string> = {
  starter: "An example, not changed yet",
  writing: "Keeping the draft",
  kept: "Draft kept",
  refused: "Not kept: this browser's storage is full or blocked. Copy the link before you leave.",
};

/** A launch says of a name only what its form shows. */
const NOTHING_GIVEN = [] as const;

export function SourcePane({
  source,
  revision,
  keeping,
  markers,
  place,
  parameterHues,
  isActive,
  ...on
}: Props) {
  const [told, setTold] = useState("");
  const [card, setCard] = useState<string | null>(null);
  const link = async () => {
    setTold("");
    setTold(await on.onLink());
  };
  const start = ({ source, form }: Sandbox) => {
    setTold("");
    on.onExample({ source, form });
  };
  useActions([
    {
      id: "copy-link",
      title: "Copy a link to this sandbox",
      group: "This page",
      keys: "Alt+G",
      also: "share pass on",
      run: () => void link(),
    },
    {
      id: "reference",
      title: "Look up what tl offers",
      group: "Help",
      keys: "Alt+J",
      also: "reference card function",
      run: () => setCard(""),
    },
    ...EXAMPLES.map(
      (example): Action => ({
        id: `example-${example.form.kernel}`,
        title: `Start from the example: ${example.title.toLowerCase()}`,
        group: "This page",
        run: () => start(example),
      }),
    ),
  ]);
  return (
    <section class="pane pane--code" aria-label="Editor">
      <div class="pane__bar">
        <select
          class="field sbx__examples"
          aria-label="Start from an example"
          value=""
          onChange={(event) => {
            const example = EXAMPLES[Number(event.currentTarget.value)];
            event.currentTarget.value = "";
            if (example) start(example);
          }}
        >
          <option value="">Examples</option>
          {EXAMPLES.map(({ title }, at) => (
            <option key={title} value={at}>
              {title}
            </option>
          ))}
        </select>
        <button type="button" class="btn btn--s btn--quiet" onClick={link}>
          Copy link
        </button>
        <button type="button" class="btn btn--s btn--quiet" onClick={() => setCard("")}>
          <Icon name="book" /> Reference<span class="sr"> of what tl offers</span>
        </button>
        <span class="grow" />
        <span class="not-phone">
          <RunButton isActive={isActive} onRun={on.onRun} onCancel={on.onCancel} />
        </span>
      </div>
      <KernelEditor
        source={source}
        revision={revision}
        markers={markers}
        place={place}
        parameterHues={parameterHues}
        given={NOTHING_GIVEN}
        kept={
          <span class="status__kept" role="status">
            {told || KEPT[keeping]}
          </span>
        }
        isLoud={keeping === "refused"}
        onCard={setCard}
        onChange={(next) => {
          setTold("");
          on.onChange(next);
        }}
      />
      <HelpCards name={card} onClose={() => setCard(null)} />
    </section>
  );
}
