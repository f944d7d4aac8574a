/** Shows the tour at the first visit and when it is asked for; it is fetched only then. */
import { useEffect, useState } from "preact/hooks";
import { onTourAsked, tourSeen } from "../../tour";
import type { Pane } from "../dock";
import { lazy } from "../lazy";

const Tour = lazy(() => import("./tour").then((module) => module.Tour));

interface Props {
  /** On a phone, the tour goes from pane to pane. */
  onPane(pane: Pane): void;
}

export function TourHost({ onPane }: Props) {
  // How often it was asked for, so that a tour that is asked for during a tour begins anew; null: not shown.
  const [asked, setAsked] = useState(() => (tourSeen.get() ? null : 0));
  useEffect(() => onTourAsked(() => setAsked((before) => (before ?? 0) + 1)), []);
  if (asked === null) return null;
  return (
    <Tour
      key={asked}
      isAsked={asked > 0}
      onPane={onPane}
      onEnd={() => {
        tourSeen.set();
        setAsked(null);
      }}
    />
  );
}
