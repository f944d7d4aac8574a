/** A text to copy: by its button, or by hand where the browser does not let a page copy. */
import { useId, useRef, useState } from "preact/hooks";
import { copy } from "../../sandbox/clipboard";
import { Icon } from "../icon";

interface Props {
  label: string;
  text: string;
  /** Takes the focus when its dialog opens. */
  isFirst?: boolean;
}

export function CopyField({ label, text, isFirst = false }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState("");
  const take = async () => {
    const isCopied = await copy(text);
    if (!isCopied) field.current?.select();
    setTold(isCopied ? "Copied." : "Selected. Copy it with your browser.");
  };
  return (
    <div class="copy">
      <label class="label soft" for={id}>
        {label}
      </label>
      <input
        id={id}
        class="copy__text mono"
        ref={field}
        readOnly
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" class="btn btn--s" disabled={text === ""} onClick={take} autofocus={isFirst}>
        <Icon name="copy" /> Copy<span class="sr"> {label.toLowerCase()}</span>
      </button>
      <span class="label copy__told" role="status">
        {told}
      </span>
    </div>
  );
}
