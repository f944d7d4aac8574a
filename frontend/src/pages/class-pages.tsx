/** The pages about classes: who is in none fetches nothing of them but this address. */
import { lazy } from "../components/lazy";
import type { Route } from "../route";

const ClassesPage = lazy(() => import("./classes").then((page) => page.ClassesPage));
const ClassroomPage = lazy(() => import("./classroom").then((page) => page.ClassroomPage));
const LaunchedPage = lazy(() => import("./launched").then((page) => page.LaunchedPage));
const JoinPage = lazy(() => import("./join").then((page) => page.JoinPage));

const OwnPuzzlePage = lazy(() => import("./own-puzzle").then((page) => page.OwnPuzzlePage));
const OwnPuzzlesPage = lazy(() => import("./own-puzzles").then((page) => page.OwnPuzzlesPage));

type Shown = "classes" | "classroom" | "join" | "launched" | "own-puzzle" | "own-puzzles";

export function ClassPages({ route }: { route: Extract<Route, { page: Shown }> }) {
  if (route.page === "classes") return <ClassesPage />;
  if (route.page === "join") return <JoinPage key={route.code} code={route.code} />;
  if (route.page === "launched") return <LaunchedPage key={route.step} step={route.step} />;
  if (route.page === "own-puzzles") return <OwnPuzzlesPage />;
  if (route.page === "own-puzzle") return <OwnPuzzlePage key={route.id} id={route.id} />;
  return <ClassroomPage key={route.id} id={route.id} tab={route.tab} />;
}
