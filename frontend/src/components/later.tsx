/** Parts that are fetched when they are first shown. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Notice } from "./notice";

/** The component that `load` brings; a quiet line until then, and what to do where it does not come. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Part) return;
      let ended = false;
      load().then(
        (part) => {
          loaded = part;
          if (!ended) setPart(() => part);
        },
        () => !ended && setFailed(true),
      );
      return () => {
        ended = true;
      };
    }, [Part]);
    if (Part) return <Part {...props} />;
    if (failed)
      return (
        <div class="notes">
          <Notice>
            This part of the page could not be fetched. Load the page again; your draft is kept.
          </Notice>
        </div>
      );
    return <p class="nothing">Fetching this view.</p>;
  };
}
