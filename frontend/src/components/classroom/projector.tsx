/** For the wall of a classroom: the join code large, how far the class is, and no name. */

import { classroom } from "../../api/classroom";
import type { Classroom } from "../../api/types";
import type { Column } from "../../classroom/columns";
import { showCode } from "../../classroom/join-code";
import type { LiveBoard } from "../../classroom/live-board";
import type { View } from "../../classroom/standing";
import { useView } from "../../classroom/use-view";
import { plural } from "../../numbers";
import { Icon } from "../icon";
import { Modal } from "../shell/modal";
import { still } from "../still";
import { Bars, kindsOf } from "./dense-board";
import { ShareBar } from "./share-bar";

interface Props {
  room: Classroom;
  board: LiveBoard;
  columns: readonly Column[];
  solved: Readonly<Record<string, number>>;
  views: readonly View[];
  onClose(): void;
}

export function Projector({ room, board, columns, solved, views, onClose }: Props) {
  const url = room.join_url ? new URL(room.join_url, location.origin) : null;
  // By their ids, which are random: a place among the names would tell who it is.
  const ids = views.map(({ row }) => row.id).sort();
  return (
    <Modal label="For the class, without names" class="projector" onClose={onClose}>
      <form method="dialog" class="projector__h">
        <h2 class="grow">{room.name}</h2>
        <button type="submit" class="btn">
          <Icon name="close" /> Leave this view <kbd>Esc</kbd>
        </button>
      </form>
      <div class="projector__body">
        <section class="projector__join" aria-label="Join">
          {room.join_code && url && room.is_joining_open ? (
            <>
              <p class="projector__at">
                Open <b>{url.host}/join</b> and type
              </p>
              <p class="projector__code mono">{showCode(room.join_code)}</p>
              <img
                src={classroom(room.id).qrPath(room.join_code, location.origin)}
                alt="QR code of the join link"
                width="280"
                height="280"
              />
            </>
          ) : (
            <p class="projector__at">Joining is closed.</p>
          )}
        </section>
        <section class="projector__all" aria-label="How far the class is">
          <p class="projector__at">{plural(views.length, "student")}</p>
          <ul class="projector__bars">
            {columns.map(({ slug, short, title }) => (
              <li key={slug}>
                <span class="sr">
                  {title}: solved by {solved[slug] ?? 0}
                </span>
                <span aria-hidden="true" class="num">
                  {short}
                </span>
                <ShareBar count={solved[slug] ?? 0} total={views.length} size={200} />
                <span aria-hidden="true">{solved[slug] ?? 0}</span>
              </li>
            ))}
          </ul>
          <div class="projector__tiles" aria-hidden="true">
            {ids.map((id) => (
              <Anonymous key={id} id={id} board={board} columns={columns} />
            ))}
          </div>
        </section>
      </div>
    </Modal>
  );
}

interface AnonymousProps {
  id: string;
  board: LiveBoard;
  columns: readonly Column[];
}

/** Who is stuck is between them and their teacher: here it is a try like any. */
const Anonymous = still(function Anonymous({ id, board, columns }: AnonymousProps) {
  const view = useView(board, id);
  return view ? <Bars kinds={kindsOf(view, columns).replaceAll("s", "t")} /> : null;
});
