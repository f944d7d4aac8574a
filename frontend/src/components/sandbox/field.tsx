/** One thing to type or to choose, with what is wrong with it right below. */

interface FieldProps {
  id: string;
  label: string;
  value: string;
  placeholder?: string;
  problem: string | undefined;
  isLabelHidden?: boolean;
  isNumber?: boolean;
  onInput(text: string): void;
}

export function Field({
  id,
  label,
  value,
  placeholder,
  problem,
  isLabelHidden,
  isNumber,
  onInput,
}: FieldProps) {
  return (
    <div class="fieldbox">
      <label for={id} class={isLabelHidden ? "sr" : "fieldbox__l"}>
        {label}
      </label>
      <input
        id={id}
        class="field field--text"
        type="text"
        inputMode={isNumber ? "decimal" : "text"}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={value}
        placeholder={placeholder ?? ""}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  );
}

interface ChoiceProps<T extends string> {
  id: string;
  label: string;
  value: T;
  words: Readonly<Record<T, string>>;
  problem?: string | undefined;
  onChange(word: T): void;
}

export function Choice<T extends string>({ id, label, value, words, problem, onChange }: ChoiceProps<T>) {
  return (
    <div class="fieldbox">
      <select
        id={id}
        class="field"
        aria-label={label}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {Object.entries<string>(words).map(([word, shown]) => (
          <option key={word} value={word}>
            {shown}
          </option>
        ))}
      </select>
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  );
}

export function Problem({ id, text }: { id: string; text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} class="fieldbox__p">
      {text}
    </p>
  );
}
