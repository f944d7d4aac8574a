/** What the top bar has no room for: the pages, and what helps on every page. */
import { type Action, actions } from "../actions";
import { MENU, PLACES } from "../pages/places";
import { Menu } from "./menu";
import { Keys } from "./shell/keys";

/** hasPlaces: whether pages are listed on wide windows too, since the bar does not show them. */
export function TopMenu({ hasPlaces }: { hasPlaces: boolean }) {
  return (
    <Menu label="Menu" look="btn--s btn--quiet">
      {(done) => (
        <>
          {PLACES.map(({ title, path }) => (
            <li key={path} class={hasPlaces ? "" : "only-phone"}>
              <a
                class="menu__row"
                href={path}
                aria-current={location.pathname === path ? "page" : undefined}
                onClick={done}
              >
                {title}
              </a>
            </li>
          ))}
          {MENU.map(actionOf).map((action) =>
            action ? (
              <li key={action.id}>
                <button
                  type="button"
                  class="menu__row"
                  onClick={() => {
                    done();
                    action.run();
                  }}
                >
                  <span class="grow">{action.title}</span>
                  {action.keys ? <Keys keys={action.keys} /> : null}
                </button>
              </li>
            ) : null,
          )}
        </>
      )}
    </Menu>
  );
}

function actionOf(id: string): Action | undefined {
  return actions().find((action) => action.id === id);
}
