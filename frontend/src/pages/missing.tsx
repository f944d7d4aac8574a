/** An address that is no page. */
import { useEffect } from "preact/hooks";
import { TopBar } from "../components/top-bar";

export function Missing({ what = "There is no page at this address." }: { what?: string }) {
  useEffect(() => {
    document.title = "Not found · Triton Playground";
  }, []);
  return (
    <>
      <TopBar />
      <main class="page stack">
        <h1>Not found</h1>
        <p class="prose soft">{what} Your drafts are untouched.</p>
        <p>
          <a class="btn" href="/">
            All puzzles
          </a>
        </p>
      </main>
    </>
  );
}
