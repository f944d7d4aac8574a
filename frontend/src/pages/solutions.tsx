/** Others' shared solutions to a puzzle, for who has solved it. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { ApiError, api } from "../api/client";
import type { ListedSolutions, Puzzle } from "../api/types";
import { titleOf, useCatalogue } from "../catalogue";
import { Notice } from "../components/notice";
import { TopBar } from "../components/top-bar";
import { plural, showCount, showDay } from "../numbers";
import { puzzlePath, sharePath } from "../route";
import "../styles/share.css";

export function SolutionsPage({ slug }: { slug: string }) {
  const { catalogue } = useCatalogue();
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null);
  const [pages, setPages] = useState<ListedSolutions[]>([]);
  const [error, setError] = useState<ApiError | null>(null);
  const more = useCallback(
    (page: number) => {
      setError(null);
      api.solutions(slug, page).then(
        (next) => setPages((before) => [...before.slice(0, page - 1), next]),
        (caught: unknown) =>
          setError(caught instanceof ApiError ? caught : new ApiError(0, "error", String(caught))),
      );
    },
    [slug],
  );
  useEffect(() => {
    api.puzzle(slug).then(setPuzzle, () => {});
  }, [slug]);
  // Null until it is known. The server holds to it all the same.
  const solved = catalogue?.me ? catalogue.me.puzzles.some((one) => one.puzzle === slug && one.solved) : null;
  useEffect(() => {
    if (solved) more(1);
  }, [solved, more]);
  const title = puzzle ? titleOf(puzzle, catalogue) : "this puzzle";
  useEffect(() => {
    document.title = `Others’ solutions to ${title} · Triton Playground`;
  }, [title]);
  const found = pages.flatMap(({ solutions }) => solutions);
  return (
    <>
      <TopBar />
      <main class="page">
        <p class="soft">
          <a href="/">Puzzles</a> / <a href={puzzlePath(slug)}>{title}</a>
        </p>
        <h1>Others’ solutions</h1>
        {solved === false ? (
          <div class="stack">
            <p class="prose soft">
              They open when you have solved the puzzle. Seeing how others did it teaches most once you have
              found a way of your own.
            </p>
            <p>
              <a class="btn btn--main" href={puzzlePath(slug)}>
                To the puzzle
              </a>
            </p>
          </div>
        ) : null}
        {error ? (
          <Notice>
            <span class="grow">{error.message}</span>
            <button type="button" class="btn btn--s" onClick={() => more(pages.length + 1)}>
              Try again
            </button>
          </Notice>
        ) : null}
        {pages.length > 0 && found.length === 0 ? (
          <p class="prose soft">
            Nobody else has shared one yet. Yours can be the first: press Share beside its verdict.
          </p>
        ) : null}
        {found.length > 0 ? (
          <table class="box solutions">
            <thead>
              <tr>
                <th scope="col">By</th>
                <th scope="col">Shared</th>
                <th scope="col" class="num">
                  Lines
                </th>
                <th scope="col" class="num">
                  Elements moved
                </th>
              </tr>
            </thead>
            <tbody>
              {found.map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    <a href={sharePath(one.id)}>
                      {one.by ?? "Somebody"}
                      <span class="sr">’s, {plural(one.lines, "line")}</span>
                    </a>
                  </th>
                  <td>{showDay(new Date(one.created_at))}</td>
                  <td class="num">{showCount(one.lines)}</td>
                  <td class="num">
                    {one.moved === null ? "–" : showCount(one.moved)}
                    {one.least !== null && one.moved === one.least ? <span class="soft"> least</span> : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
        {pages.at(-1)?.more ? (
          <button type="button" class="btn" onClick={() => more(pages.length + 1)}>
            Show more
          </button>
        ) : null}
      </main>
    </>
  );
}
