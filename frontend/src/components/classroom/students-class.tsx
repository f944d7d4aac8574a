/** A class as its students see it: what is assigned, and the way out. */
import { useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import type { Classroom } from "../../api/types";
import { navigate } from "../../route";
import { Problem } from "../account/parts";
import { useTask } from "../account/use-task";
import { TopBar } from "../top-bar";
import { DueList } from "./due-list";

export function StudentsClass({ room }: { room: Classroom }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, problem, run } = useTask();
  return (
    <>
      <TopBar />
      <main class="page classes">
        <div class="page__h">
          <div class="grow">
            <h1>{room.name}</h1>
            <p class="soft">
              {room.is_archived ? "This class is over. " : ""}
              <a href={`/leaderboard?classroom=${room.id}`}>Leaderboard of the class</a>
            </p>
          </div>
          {isAsking ? null : (
            <button type="button" class="btn" onClick={() => setAsking(true)}>
              Leave the class
            </button>
          )}
        </div>
        {isAsking ? (
          <div class="acc__leave">
            <p>
              Your teacher then no longer sees your runs, and your points in this class are lost to them. What
              you solved stays yours.
            </p>
            <div class="row">
              <button
                type="button"
                class="btn btn--main"
                disabled={isBusy}
                onClick={() =>
                  run(async () => {
                    await classroom(room.id).leave();
                    navigate("/classes");
                  })
                }
              >
                Leave {room.name}
              </button>
              <button type="button" class="btn" onClick={() => setAsking(false)}>
                Stay
              </button>
            </div>
            <Problem text={problem} />
          </div>
        ) : null}
        <DueList classroom={room.id} />
      </main>
    </>
  );
}
