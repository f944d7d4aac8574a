import { useEffect } from "preact/hooks";
import { useActions } from "./actions";
import { FileDrop } from "./components/keeping/file-drop";
import { lazy } from "./components/lazy";
import { Shell } from "./components/shell/shell";
import { endFirstLoad } from "./first-load";
import { PuzzlePage } from "./pages/puzzle";
import { type Route, useRoute } from "./route";
import { TOUR_ACTIONS } from "./tour";

const Home = lazy(() => import("./pages/home").then((page) => page.Home), { ahead: true });
const ImportPage = lazy(() => import("./pages/import").then((module) => module.ImportPage));
const Glossary = lazy(() => import("./pages/glossary").then((module) => module.Glossary));
const AccountPage = lazy(() => import("./pages/account").then((page) => page.AccountPage));
const ClassPages = lazy(() => import("./pages/class-pages").then((page) => page.ClassPages));
const ComeInPage = lazy(() => import("./pages/come-in").then((page) => page.ComeInPage));
const LeaderboardPage = lazy(() => import("./pages/leaderboard").then((page) => page.LeaderboardPage));
const MePage = lazy(() => import("./pages/me").then((page) => page.MePage));
const Missing = lazy(() => import("./pages/missing").then((page) => page.Missing));
const PrivacyPage = lazy(() => import("./pages/privacy").then((page) => page.PrivacyPage));
const SharePage = lazy(() => import("./pages/share").then((page) => page.SharePage));
const SolutionsPage = lazy(() => import("./pages/solutions").then((page) => page.SolutionsPage));
const SandboxPage = lazy(() => import("./pages/sandbox").then((page) => page.SandboxPage));

export function App() {
  const route = useRoute();
  useActions(TOUR_ACTIONS);
  return (
    <>
      <Shell />
      <FileDrop />
      <Page route={route} />
    </>
  );
}

/** The pages with an editor, whose first load ends when it stands. */
const WITH_EDITOR: ReadonlySet<Route["page"]> = new Set(["puzzle", "sandbox"]);

function Page({ route }: { route: Route }) {
  useEffect(() => {
    if (!WITH_EDITOR.has(route.page)) endFirstLoad();
  }, [route.page]);
  switch (route.page) {
    case "import":
      return <ImportPage />;
    case "home":
      return <Home />;
    case "glossary":
      return <Glossary />;
    case "leaderboard":
      return <LeaderboardPage />;
    case "me":
      return <MePage />;
    case "puzzle":
      return <PuzzlePage key={route.slug} slug={route.slug} />;
    case "privacy":
      return <PrivacyPage />;
    case "sandbox":
      return <SandboxPage />;
    case "account":
      return <AccountPage />;
    case "come-in":
      return <ComeInPage key={route.by} by={route.by} />;
    case "share":
      return <SharePage key={route.id} id={route.id} />;
    case "solutions":
      return <SolutionsPage key={route.slug} slug={route.slug} />;
    case "classes":
    case "classroom":
    case "own-puzzle":
    case "own-puzzles":
    case "join":
    case "launched":
      return <ClassPages route={route} />;
    case "missing":
      return <Missing />;
  }
}
