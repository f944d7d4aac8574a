/** A board without students: the one thing to do first. */
import type { Classroom } from "../../api/types";
import { showCode } from "../../classroom/join-code";
import { classPath } from "../../route";

export function EmptyBoard({ room }: { room: Classroom }) {
  return (
    <div class="cb__empty stack">
      <h2>Nobody is here yet</h2>
      {room.join_code && room.join_url && room.is_joining_open && !room.has_roster ? (
        <>
          <p class="soft">
            Let your students open <b>{new URL(room.join_url, location.origin).host}/join</b> and type this
            code:
          </p>
          <p class="cb__code mono">{showCode(room.join_code)}</p>
        </>
      ) : (
        <p class="soft">
          {room.has_roster
            ? "Nobody of the roster has joined. Hand out the codes under Students."
            : "Joining is closed just now."}
        </p>
      )}
      <p>
        <a href={classPath(room.id, "students")}>Bring in a roster</a>, or{" "}
        <a href={classPath(room.id, "settings")}>see the link and the QR code</a>.
      </p>
    </div>
  );
}
