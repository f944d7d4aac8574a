/** Run, or Cancel while a run is on its way: one place, one width. */
import { Icon } from "./icon";
import { Keys } from "./shell/keys";

interface Props {
  isActive: boolean;
  onRun(): void;
  onCancel(): void;
}

export function RunButton({ isActive, onRun, onCancel }: Props) {
  if (isActive) {
    return (
      <button type="button" class="btn btn--s run" onClick={onCancel}>
        <Icon name="stop" /> Cancel <Keys keys="Escape" />
      </button>
    );
  }
  return (
    <button type="button" class="btn btn--s btn--main run" onClick={onRun}>
      <Icon name="run" /> Run <Keys keys="Mod+Enter" />
    </button>
  );
}
