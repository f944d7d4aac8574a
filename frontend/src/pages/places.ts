/** The pages that the top bar and the palette lead to, in their order. */

/** keys: see keys.ts. also: more words that the palette finds it by. */
export interface PagePlace {
  title: string;
  path: string;
  keys?: string;
  also?: string;
}

export const PLACES: readonly PagePlace[] = [
  { title: "Puzzles", path: "/", keys: "Alt+U", also: "home list demos" },
  { title: "Sandbox", path: "/sandbox", keys: "Alt+Y", also: "free run own kernel tensors launch" },
  { title: "Leaderboard", path: "/leaderboard", also: "ranks board scores people" },
  { title: "Progress", path: "/me", also: "me mine solved calendar activity" },
  { title: "Classes", path: "/classes", also: "class teacher students join assignments due grades" },
  { title: "Glossary", path: "/glossary", also: "words help what is" },
];

/** The actions, by id, that the top bar's menu lists below the pages. */
export const MENU: readonly string[] = ["account", "sign-in", "tour", "preferences", "keyboard", "privacy"];
