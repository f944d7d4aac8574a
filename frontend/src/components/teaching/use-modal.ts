/** A dialog that is open for as long as it is mounted. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // The browser gives the focus back to where it was only if the dialog closes while it is in the page.
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return dialog;
}
