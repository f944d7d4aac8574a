/** A component that is fetched when it is first shown. */
import type { ComponentType } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { firstLoad } from "../first-load";
import { Notice } from "./notice";

/** Nothing stands in its place while it is fetched; where the network fails, it says so and can be asked again.
 *
 * ahead: fetch it after the first load, so that it is there at once when it is wanted.
 */
export function lazy<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  { ahead = false } = {},
): ComponentType<Props> {
  let fetched: ComponentType<Props> | null = null;
  if (ahead)
    firstLoad.then(fetch).then(
      (Component) => {
        fetched = Component;
      },
      () => {}, // It is asked for again when it is wanted.
    );
  return function Lazy(props: Props) {
    const [shown, setShown] = useState<{ Component: ComponentType<Props> } | "failed" | null>(
      fetched ? { Component: fetched } : null,
    );
    const load = useCallback(() => {
      fetch().then(
        (Component) => {
          fetched = Component;
          setShown({ Component });
        },
        () => setShown("failed"),
      );
    }, []);
    useEffect(() => {
      if (!fetched) load();
    }, [load]);
    if (shown === "failed")
      return (
        <Notice>
          <span class="grow">
            This part of the page could not be fetched. Your code is safe in this browser.
          </span>
          <button type="button" class="btn btn--s" onClick={load}>
            Try again
          </button>
        </Notice>
      );
    return shown && <shown.Component {...props} />;
  };
}
