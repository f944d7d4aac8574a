/** Above the board: which assignment, who is here, the way it is shown, and the join code. */
import type { RefObject } from "preact";
import type { Assignment, Classroom } from "../../api/types";
import { showCode } from "../../classroom/join-code";
import { ORDERS, type Order } from "../../classroom/standing";
import { Icon } from "../icon";
import { Keys } from "../shell/keys";
import type { Density } from "./board-tab";

interface Props {
  room: Classroom;
  assignments: readonly Assignment[];
  assignment: string | null;
  onAssignment(id: string | null): void;
  here: number;
  total: number;
  typed: string;
  onType(typed: string): void;
  find: RefObject<HTMLInputElement | null>;
  order: Order;
  onOrder(order: Order): void;
  density: Density;
  onDensity(density: Density): void;
  onProject(): void;
  onSettings(): void;
}

const FORMS: Record<Density, string> = { table: "Table", dense: "Dense" };

export function BoardBar({
  room,
  assignments,
  assignment,
  here,
  total,
  typed,
  find,
  order,
  density,
  ...on
}: Props) {
  return (
    <div class="cb__bar">
      <label class="cb__pick">
        <span class="sr">Puzzles of</span>
        <select
          value={assignment ?? ""}
          onChange={(event) => on.onAssignment(event.currentTarget.value || null)}
        >
          <option value="">All puzzles</option>
          {assignments.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      <span class="tag" title="Whose page is open">
        {here} of {total} here
      </span>
      <span class="grow" />
      <input
        class="cb__find"
        ref={find}
        type="search"
        placeholder="Find a student"
        aria-label="Find a student"
        autocomplete="off"
        value={typed}
        onInput={(event) => on.onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          on.onType("");
          event.currentTarget.blur();
        }}
      />
      <label class="cb__pick">
        <span class="sr">Order</span>
        <select value={order} onChange={(event) => on.onOrder(event.currentTarget.value as Order)}>
          {Object.entries(ORDERS).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="seg">
        <legend class="sr">Form</legend>
        {(Object.keys(FORMS) as Density[]).map((one) => (
          <button key={one} type="button" aria-pressed={one === density} onClick={() => on.onDensity(one)}>
            {FORMS[one]}
          </button>
        ))}
      </fieldset>
      <button type="button" class="btn btn--s" onClick={on.onProject}>
        <Icon name="veiled" /> Projector <Keys keys="h" />
      </button>
      {room.join_code ? (
        <button type="button" class="btn btn--s not-phone" onClick={on.onSettings}>
          {room.is_joining_open ? "Join code" : "Joining is closed"}{" "}
          {room.is_joining_open ? <code>{showCode(room.join_code)}</code> : null}
        </button>
      ) : null}
    </div>
  );
}
