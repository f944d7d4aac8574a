/** Shows the tour at the first visit and when it is asked for; it is fetched only then. */
import { useEffect, useState } from "preact/hooks";
import { useActions } from "../../actions";
import { firstLoad } from "../../first-load";
import { onTourAsked, tourSeen } from "../../tour";
import type { Pane } from "../dock";
import { lazy } from "../lazy";

/** It points at what stands, so it waits for the editor. */
const Tour = lazy(() => firstLoad.then(() => import("./tour")).then((module) => module.Tour));

interface Props {
  /** On a phone, the tour goes from pane to pane. */
  onPane(pane: Pane): void;
  /** Who has passed needs no tour any more. */
  isPassed: boolean;
}

export function TourHost({ onPane, isPassed }: Props) {
  // How often it was asked for, so that a tour that is asked for during a tour begins anew; null: not shown.
  const [asked, setAsked] = useState(() => (tourSeen.get() ? null : 0));
  useEffect(() => onTourAsked(() => setAsked((before) => (before ?? 0) + 1)), []);
  const end = () => {
    tourSeen.set();
    setAsked(null);
  };
  useEffect(() => {
    if (isPassed && asked === 0) end();
  }, [isPassed]);
  // Wherever the focus is; an action that is registered later, as that of a run, has the key first.
  useActions([
    {
      id: "end-tour",
      title: "End the tour",
      group: "Help",
      keys: "Escape",
      enabled: asked !== null,
      run: end,
    },
  ]);
  if (asked === null) return null;
  return <Tour key={asked} isAsked={asked > 0} onPane={onPane} onEnd={end} />;
}
