/** The help cards, loaded when first asked for. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

interface Props {
  /** The card to show; "" for the list alone; null while the dialog is closed. */
  name: string | null;
  onClose(): void;
}

export function HelpCards(props: Props) {
  const [Dialog, setDialog] = useState<{
    component: ComponentType<{ name: string; onClose(): void }>;
  } | null>(null);
  const isWanted = props.name !== null;
  useEffect(() => {
    if (!isWanted || Dialog) return;
    import("./help-dialog").then(
      (module) => setDialog({ component: module.HelpDialog }),
      props.onClose, // The network failed: nothing opens, and the button can be pressed again.
    );
  }, [isWanted, Dialog, props.onClose]);
  return props.name !== null && Dialog ? (
    <Dialog.component name={props.name} onClose={props.onClose} />
  ) : null;
}
