/** Run, or Cancel while a run is on its way: one place, one width. */
import { Icon } from "./icon";

interface Props {
  isActive: boolean;
  onRun(): void;
  onCancel(): void;
}

export function RunButton({ isActive, onRun, onCancel }: Props) {
  if (isActive) {
    return (
      <button type="button" class="btn btn--s run" onClick={onCancel}>
        <Icon name="stop" /> Cancel <kbd>Esc</kbd>
      </button>
    );
  }
  return (
    <button type="button" class="btn btn--s btn--main run" onClick={onRun}>
      <Icon name="run" /> Run <kbd>{navigator.platform.startsWith("Mac") ? "⌘ Enter" : "Ctrl Enter"}</kbd>
    </button>
  );
}
