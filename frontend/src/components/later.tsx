/** A page whose code is fetched when it is first shown. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Notice } from "./notice";
import { TopBar } from "./top-bar";

const loaded = new Map<string, ComponentType>();

/** name: unique among the pages. load: imports the page. */
export function Later({ name, load }: { name: string; load(): Promise<ComponentType> }) {
  const [Page, setPage] = useState<{ component: ComponentType } | null>(() => {
    const component = loaded.get(name);
    return component ? { component } : null;
  });
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    if (Page) return;
    let ended = false;
    load().then(
      (component) => {
        loaded.set(name, component);
        if (!ended) setPage({ component });
      },
      () => ended || setFailed(true),
    );
    return () => {
      ended = true;
    };
  }, [name]);
  if (Page) return <Page.component />;
  return (
    <>
      <TopBar />
      <main class="page stack">
        {isFailed ? (
          <>
            <h1>This page could not be fetched</h1>
            <Notice>
              <span class="grow">The server does not answer. Your drafts are safe in this browser.</span>
              <button type="button" class="btn btn--s" onClick={() => location.reload()}>
                Try again
              </button>
            </Notice>
          </>
        ) : (
          <h1 class="sr">Fetching the page</h1>
        )}
      </main>
    </>
  );
}
