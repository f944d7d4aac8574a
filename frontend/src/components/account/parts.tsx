/** What the account's sections are made of. */
import type { ComponentChildren, TargetedInputEvent } from "preact";
import { useState } from "preact/hooks";

export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="box acc__s" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A problem that is told where it arose. Its place is read out when it fills. */
export function Problem({ text }: { text: string | null }) {
  return (
    <p class="acc__problem fault" role="alert">
      {text}
    </p>
  );
}

interface FieldProps {
  label: string;
  value: string;
  type?: "text" | "password";
  autocomplete?: string;
  mono?: boolean;
  onInput(value: string): void;
}

export function Field({ label, value, type = "text", autocomplete, mono, onInput }: FieldProps) {
  const shared = {
    class: mono ? "mono" : "",
    value,
    autocomplete: autocomplete ?? "off",
    spellcheck: false,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => onInput(event.currentTarget.value),
  };
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: whichever of the two is shown stands in it
    <label class="acc__field">
      <span>{label}</span>
      {type === "password" ? <input type="password" {...shared} /> : <input type="text" {...shared} />}
    </label>
  );
}

interface CheckProps {
  label: string;
  about?: string | undefined;
  checked: boolean;
  disabled?: boolean;
  onChange(on: boolean): void;
}

export function Check({ label, about, checked, disabled = false, onChange }: CheckProps) {
  return (
    <label class="acc__check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        {about ? <span class="label soft">{about}</span> : null}
      </span>
    </label>
  );
}

/** Text to take elsewhere. Over plain HTTP there is no clipboard for pages: it is selected then, to be copied by hand. */
export function Taken({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div class="acc__taken">
      <input
        class="mono"
        readonly
        value={text}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button
        type="button"
        class="btn"
        onClick={(event) => {
          const field = event.currentTarget.previousElementSibling as HTMLInputElement;
          if (!navigator.clipboard) return field.focus();
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => field.focus(),
          );
        }}
      >
        {isCopied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
const HOUR = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
});

export const day = (time: string) => DAY.format(new Date(time));
export const hour = (time: string) => HOUR.format(new Date(time));
