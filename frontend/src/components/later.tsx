/** A part that is fetched when it is first drawn; until then, and where it cannot be fetched, nothing is drawn. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [Part, setPart] = useState<{ Part: ComponentType<Props> } | null>(loaded && { Part: loaded });
    useEffect(() => {
      if (Part) return;
      let ended = false;
      load().then(
        (found) => {
          loaded = found;
          if (!ended) setPart({ Part: found });
        },
        () => {},
      );
      return () => {
        ended = true;
      };
    }, [Part]);
    return Part ? <Part.Part {...props} /> : null;
  };
}
