/** All preferences in one place; each holds at once and is kept in this browser. */
import { FONT_SIZES, prefer, usePreferences } from "../../preferences";
import { Icon } from "../icon";
import { Modal } from "./modal";
import type { DialogProps } from "./shell";

export function PreferencesDialog({ onClose }: DialogProps) {
  const { theme, contrast, vim, wrap, fontSize } = usePreferences();
  return (
    <Modal label="Preferences" class="prefs" onClose={onClose}>
      <form method="dialog" class="modal__h">
        <h2>Preferences</h2>
        <button type="submit" class="btn btn--icon btn--s btn--quiet" aria-label="Close">
          <Icon name="close" />
        </button>
      </form>
      <div class="prefs__list">
        <Choice
          name="Theme"
          value={theme}
          options={[
            ["system", "As the system"],
            ["light", "Light"],
            ["dark", "Dark"],
          ]}
          onChoose={(chosen) => prefer({ theme: chosen })}
        />
        <Choice
          name="Contrast"
          value={contrast}
          options={[
            ["system", "As the system"],
            ["normal", "Normal"],
            ["more", "More"],
          ]}
          onChoose={(chosen) => prefer({ contrast: chosen })}
        />
        <div class="prefs__row">
          <label for="font-size">Editor’s text</label>
          <span class="row">
            <input
              id="font-size"
              type="range"
              min={FONT_SIZES.min}
              max={FONT_SIZES.max}
              step={1}
              value={fontSize}
              aria-valuetext={`${fontSize} pixels`}
              onInput={(event) => prefer({ fontSize: event.currentTarget.valueAsNumber })}
            />
            <output class="mono" for="font-size">
              {fontSize} px
            </output>
          </span>
        </div>
        <Switch
          name="Wrap long lines"
          about="No line of the editor is cut off at its right side."
          isOn={wrap}
          onSwitch={(on) => prefer({ wrap: on })}
        />
        <Switch
          name="Vim keys"
          about="The editor starts in normal mode; i types, Esc leaves typing. The line below the editor shows the mode."
          isOn={vim}
          onSwitch={(on) => prefer({ vim: on })}
        />
      </div>
      <p class="label quiet">Kept in this browser.</p>
    </Modal>
  );
}

interface ChoiceProps<T extends string> {
  name: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChoose(value: T): void;
}

function Choice<T extends string>({ name, value, options, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset class="prefs__row">
      <legend>{name}</legend>
      <span class="segments">
        {options.map(([option, label]) => (
          <label key={option}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChoose(option)}
            />
            <span>{label}</span>
          </label>
        ))}
      </span>
    </fieldset>
  );
}

interface SwitchProps {
  name: string;
  about: string;
  isOn: boolean;
  onSwitch(on: boolean): void;
}

function Switch({ name, about, isOn, onSwitch }: SwitchProps) {
  const id = `prefers-${name.replace(/\W+/g, "-").toLowerCase()}`;
  return (
    <div class="prefs__row prefs__row--switch">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        aria-describedby={`${id}-about`}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
      <span>
        <label for={id}>{name}</label>
        <span class="label quiet" id={`${id}-about`}>
          {about}
        </span>
      </span>
    </div>
  );
}
