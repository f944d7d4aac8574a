/** A file on its way to the import page, from wherever on the site it was dropped or chosen. */
import { navigate } from "../route";

export const IMPORT_PATH = "/import";

let waiting: File | null = null;
const ARRIVED = "playground-file";

/** Opens the import page with a file; where it is open already, it takes the file at once. */
export function bringIn(file: File): void {
  waiting = file;
  if (location.pathname !== IMPORT_PATH) navigate(IMPORT_PATH);
  dispatchEvent(new Event(ARRIVED));
}

/** Hands over the file that waits, once. */
export function takeWaiting(): File | null {
  const file = waiting;
  waiting = null;
  return file;
}

/** Tells when a file has come. Returns what ends it. */
export function onArrival(arrived: () => void): () => void {
  addEventListener(ARRIVED, arrived);
  return () => removeEventListener(ARRIVED, arrived);
}
