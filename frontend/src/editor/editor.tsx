/** The editor: a plain one at once, Monaco as soon as it is loaded, the plain one for good where it cannot be. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { endFirstLoad } from "../first-load";
import { PlainEditor } from "./plain";
import type { EditorProps } from "./props";

let loaded: ComponentType<EditorProps> | null = null;

export function Editor(props: EditorProps) {
  const [Monaco, setMonaco] = useState<{ component: ComponentType<EditorProps> } | null>(() =>
    loaded ? { component: loaded } : null,
  );
  useEffect(() => {
    if (Monaco) return;
    let ended = false;
    import("./monaco").then(
      (module) => {
        loaded = module.MonacoEditor;
        if (!ended) setMonaco({ component: module.MonacoEditor });
      },
      endFirstLoad, // The network failed: the plain editor stays, and everything else works with it.
    );
    return () => {
      ended = true;
    };
  }, [Monaco]);
  return Monaco ? <Monaco.component {...props} /> : <PlainEditor {...props} />;
}
