/** The dialogs of the solution, each fetched when it is first wanted. */
import { useTeaching } from "../../teaching";
import { lazy } from "../lazy";

const GiveUpDialog = lazy(() => import("./give-up-dialog").then((module) => module.GiveUpDialog));
const SolutionDialog = lazy(() => import("./solution-dialog").then((module) => module.SolutionDialog));

export function SolutionDialogs() {
  const teaching = useTeaching();
  if (teaching?.dialog === "give-up") return <GiveUpDialog teaching={teaching} />;
  if (teaching?.dialog === "solution") return <SolutionDialog teaching={teaching} />;
  return null;
}
