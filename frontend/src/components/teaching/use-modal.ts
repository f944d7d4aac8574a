/** A dialog that is open for as long as it is mounted. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** onClose: the visitor closed it; not called when it is taken away. */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const shown = dialog.current;
    const closed = () => latest.current();
    shown?.addEventListener("close", closed);
    shown?.showModal();
    return () => {
      shown?.removeEventListener("close", closed);
      // The browser gives the focus back to where it was only if the dialog closes while it is in the page.
      shown?.close();
    };
  }, []);
  return dialog;
}
