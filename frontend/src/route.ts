/** Which page an address is, and moving between pages without loading anew. */
import { useEffect, useState } from "preact/hooks";

export type Route =
  | { page: "home" }
  | { page: "import" }
  | { page: "glossary" }
  | { page: "leaderboard" }
  | { page: "me" }
  | { page: "puzzle"; slug: string }
  | { page: "privacy" }
  | { page: "sandbox" }
  | { page: "account" }
  | { page: "come-in"; by: "move" | "admin" }
  | { page: "share"; id: string }
  | { page: "solutions"; slug: string }
  | { page: "classes" }
  | { page: "own-puzzles" }
  | { page: "own-puzzle"; id: string }
  | { page: "classroom"; id: string; tab: ClassTab }
  | { page: "join"; code: string | null }
  | { page: "launched"; step: "link" | "choose" }
  | { page: "missing" };

/** The tabs of a class, in their order; the first has the class's own address. */
export const CLASS_TABS = ["board", "students", "assignments", "grades", "settings"] as const;
export type ClassTab = (typeof CLASS_TABS)[number];

export function parse(path: string): Route {
  if (path === "/") return { page: "home" };
  if (path === "/import") return { page: "import" };
  if (path === "/glossary") return { page: "glossary" };
  if (path === "/leaderboard") return { page: "leaderboard" };
  if (path === "/me") return { page: "me" };
  if (path === "/privacy") return { page: "privacy" };
  if (path === "/sandbox") return { page: "sandbox" };
  if (path === "/me/account") return { page: "account" };
  if (path === "/move") return { page: "come-in", by: "move" };
  if (path === "/sign-in/admin") return { page: "come-in", by: "admin" };
  if (path === "/classes") return { page: "classes" };
  if (path === OWN_PUZZLES_PATH) return { page: "own-puzzles" };
  const own = /^\/classes\/puzzles\/([0-9a-f]{1,32})$/.exec(path)?.[1];
  if (own) return { page: "own-puzzle", id: own };
  if (path.startsWith(`${OWN_PUZZLES_PATH}/`)) return { page: "missing" };
  const room = /^\/classes\/([0-9a-z]{1,32})(?:\/([a-z]+))?$/.exec(path);
  if (room?.[1]) {
    const tab = CLASS_TABS.find((one) => one === (room[2] ?? "board"));
    return tab ? { page: "classroom", id: room[1], tab } : { page: "missing" };
  }
  const join = /^\/join(?:\/([0-9A-Za-z-]{1,40}))?$/.exec(path);
  if (join) return { page: "join", code: join[1] ?? null };
  if (path === "/lti/link") return { page: "launched", step: "link" };
  if (path === "/lti/choose") return { page: "launched", step: "choose" };
  const id = /^\/s\/([\w-]{11})$/.exec(path)?.[1];
  if (id) return { page: "share", id };
  const solved = /^\/puzzles\/([a-z0-9][a-z0-9-]*)\/solutions$/.exec(path)?.[1];
  if (solved) return { page: "solutions", slug: solved };
  const slug = /^\/puzzles\/([a-z0-9][a-z0-9-]*)\/?$/.exec(path)?.[1];
  return slug ? { page: "puzzle", slug } : { page: "missing" };
}

export function puzzlePath(slug: string): string {
  return `/puzzles/${slug}`;
}

/** Others' shared solutions to a puzzle. */
export function solutionsPath(slug: string): string {
  return `/puzzles/${slug}/solutions`;
}

export function classPath(id: string, tab: ClassTab = "board"): string {
  return tab === "board" ? `/classes/${id}` : `/classes/${id}/${tab}`;
}

/** The puzzles that one has written. */
export const OWN_PUZZLES_PATH = "/classes/puzzles";

/** Whether a slug is of a puzzle of a teacher's own. */
export function isOwn(slug: string): boolean {
  return slug.startsWith("own-");
}

export function ownPuzzlePath(id: string): string {
  return `${OWN_PUZZLES_PATH}/${id}`;
}

export function sharePath(id: string): string {
  return `/s/${id}`;
}

export function navigate(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
}

/** The present route; plain left clicks on links of this site move to theirs. */
export function useRoute(): Route {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const moved = () => setPath(location.pathname);
    const clicked = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target.closest("a") : null;
      const modified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0;
      if (!target || modified || event.defaultPrevented) return;
      if (target.target || target.hash || target.origin !== location.origin) return;
      if (parse(target.pathname).page === "missing") return;
      event.preventDefault();
      navigate(target.pathname + target.search);
    };
    addEventListener("popstate", moved);
    document.addEventListener("click", clicked);
    return () => {
      removeEventListener("popstate", moved);
      document.removeEventListener("click", clicked);
    };
  }, []);
  return parse(path);
}
