/** The editor: a plain one at once, Monaco as soon as it is loaded, the plain one for good where it cannot be. */
import type { ComponentType, RefObject } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { endFirstLoad } from "../first-load";
import { PlainEditor } from "./plain";
import type { EditorProps, HandOver } from "./props";

type Successor = ComponentType<EditorProps & { handOver: RefObject<HandOver | null> }>;

let loaded: Successor | null = null;

export function Editor(props: EditorProps) {
  const [Monaco, setMonaco] = useState<{ component: Successor } | null>(() =>
    loaded ? { component: loaded } : null,
  );
  const handOver = useRef<HandOver | null>(null);
  // A word that is being composed, as phones do with every word, would be lost with its editor: Monaco waits for its end.
  const composing = useRef({ now: false, after: () => {} });
  useEffect(() => {
    if (Monaco) return;
    let ended = false;
    import("./monaco").then(
      (module) => {
        loaded = module.MonacoEditor;
        const change = () => {
          if (!ended) setMonaco({ component: module.MonacoEditor });
        };
        if (composing.current.now) composing.current.after = change;
        else change();
      },
      endFirstLoad, // The network failed: the plain editor stays, and everything else works with it.
    );
    return () => {
      ended = true;
    };
  }, [Monaco]);
  const compose = useCallback((isComposing: boolean) => {
    composing.current.now = isComposing;
    if (!isComposing) composing.current.after();
  }, []);
  const leave = useCallback((where: HandOver) => {
    handOver.current = where;
  }, []);
  return Monaco ? (
    <Monaco.component {...props} handOver={handOver} />
  ) : (
    <PlainEditor {...props} onCompose={compose} onLeave={leave} />
  );
}
