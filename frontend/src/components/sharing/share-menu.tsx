/** What else can be done with a shared run; deleting it and taking it off the list are its owner's. */
import { sharedPath } from "../../api/client";
import type { SharedSolution } from "../../api/types";
import { Menu } from "../menu";

interface Props {
  shared: SharedSolution;
  explorer: string | null;
  onLink(): void;
  onList(listed: boolean): void;
  onDelete(): void;
}

export function ShareMenu({ shared, explorer, onLink, onList, onDelete }: Props) {
  return (
    <Menu label="More: the link, the raw source, Compiler Explorer">
      {(done) => {
        const row = (label: string, act: () => void) => (
          <li key={label}>
            <button
              type="button"
              class="menu__row"
              onClick={() => {
                done();
                act();
              }}
            >
              {label}
            </button>
          </li>
        );
        const out = (label: string, href: string) => (
          <li key={label}>
            <a class="menu__row" href={href} target="_blank" rel="noopener noreferrer" onClick={done}>
              {label}
            </a>
          </li>
        );
        return (
          <>
            {row("Copy the link, or embed it", onLink)}
            {out("Raw source", `${sharedPath(shared.id)}/raw`)}
            {explorer ? out("Open in Compiler Explorer", explorer) : null}
            {shared.own && shared.kind === "solution"
              ? shared.listed
                ? row("Take it off the puzzle’s list of solutions", () => onList(false))
                : row("Put it on the puzzle’s list of solutions", () => onList(true))
              : null}
            {shared.own ? row("Delete this link", onDelete) : null}
          </>
        );
      }}
    </Menu>
  );
}
