/** One's own page: what is solved and tried, when one was at work, and what one has shared. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../api/client";
import type { Activity } from "../api/types";
import { type Catalogue, standingOf, useCatalogue } from "../catalogue";
import { Calendar } from "../components/board/calendar";
import { ProgressTable } from "../components/board/progress-table";
import { Notice } from "../components/notice";
import { ProgressByTrack } from "../components/progress-cells";
import { OwnLinks } from "../components/sharing/own-links";
import { TopBar } from "../components/top-bar";
import { zoneOffset } from "../dates";
import { puzzlePath } from "../route";
import "../styles/progress.css";

export function MePage() {
  const { catalogue, error, refresh } = useCatalogue();
  useEffect(() => {
    document.title = "Your progress · Triton Playground";
  }, []);
  return (
    <>
      <TopBar />
      <main class="page me">
        {error ? (
          <>
            <h1>Your progress</h1>
            <Notice>
              <span class="grow">{error.message}</span>
              <button type="button" class="btn btn--s" onClick={refresh}>
                Try again
              </button>
            </Notice>
          </>
        ) : null}
        {catalogue && !error ? <Mine catalogue={catalogue} /> : null}
      </main>
    </>
  );
}

function Mine({ catalogue }: { catalogue: Catalogue }) {
  const { puzzles, me } = catalogue;
  const entries = me?.puzzles ?? [];
  const ranked = new Set(puzzles.map(({ slug }) => slug));
  const solved = new Set(
    entries.filter((one) => one.solved && ranked.has(one.puzzle)).map((one) => one.puzzle),
  );
  const name = me?.account?.name;
  return (
    <>
      <div class="page__h">
        <div class="grow">
          <h1 class="me__name">{name ?? "Your progress"}</h1>
          <p class="soft">
            {solved.size} of {puzzles.length} solved, as this server knows it.{" "}
            <a href="/me/account">{name ? "Account" : "Give yourself a name"}</a>
            {" · "}
            <a href="/leaderboard">Leaderboard</a>
          </p>
        </div>
        <ProgressByTrack puzzles={puzzles} standingOf={standingOf(catalogue)} />
      </div>
      <section class="track">
        <h2 class="me__h">Activity</h2>
        <Active />
      </section>
      <section class="track">
        <h2 class="me__h">Puzzles</h2>
        {entries.length === 0 ? (
          <div class="box me__empty">
            <p class="prose">Nothing run yet.</p>
            <p class="soft">
              What you run is listed here with its hints, its memory score and its time.{" "}
              {puzzles[0] ? <a href={puzzlePath(puzzles[0].slug)}>Open the first puzzle</a> : null}
            </p>
          </div>
        ) : (
          <div class="box">
            <ProgressTable catalogue={catalogue} entries={entries} />
          </div>
        )}
      </section>
      <OwnLinks />
    </>
  );
}

/** Its room is kept, so that nothing moves when it comes. */
function Active() {
  const [activity, setActivity] = useState<Activity | "failed" | null>(null);
  useEffect(() => {
    api.activity(zoneOffset()).then(setActivity, () => setActivity("failed"));
  }, []);
  return (
    <div class="box me__activity">
      {activity === "failed" ? <p class="soft">The calendar could not be fetched.</p> : null}
      {activity && activity !== "failed" ? <Calendar activity={activity} /> : null}
    </div>
  );
}
