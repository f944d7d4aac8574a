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
  // 0: not shown; counts up, so that a tour that is asked for during a tour begins anew.
  const [shown, setShown] = useState(() => (tourSeen.get() ? 0 : 1));
  useEffect(() => onTourAsked(() => setShown((before) => before + 1)), []);
  if (shown === 0) return null;
  return (
    <Tour
      key={shown}
      isAsked={shown > 1}
      onPane={onPane}
      onEnd={() => {
        tourSeen.set();
        setShown(0);
      }}
    />
  );
}
