/** Whether the tour is wanted: on the first puzzle page that a browser opens, and again when it is asked for. */
import type { Action } from "./actions";
import { navigate } from "./route";
import { read, write } from "./storage";

const ASKED = "playground:tour";

/** Seen covers skipped: who skips it is not asked again. */
export const tourSeen = {
  get: () => read<"seen" | "wanted">("tour") === "seen",
  set: () => write("tour", "seen"),
};

/** Shows the tour on this page where it has a puzzle, else on the first puzzle's. */
export function startTour(): void {
  write("tour", "wanted");
  if (location.pathname.startsWith("/puzzles/")) dispatchEvent(new Event(ASKED));
  else navigate("/puzzles/constant-add");
}

export function onTourAsked(show: () => void): () => void {
  addEventListener(ASKED, show);
  return () => removeEventListener(ASKED, show);
}

/** Registered on every page. */
export const TOUR_ACTIONS: readonly Action[] = [
  {
    id: "tour",
    title: "Take the tour",
    group: "Help",
    also: "introduction first visit help",
    run: startTour,
  },
  {
    id: "privacy",
    title: "Read what is kept, and how long",
    group: "Help",
    also: "privacy data cookies address delete",
    run: () => navigate("/privacy"),
  },
];
