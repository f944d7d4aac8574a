/** The dialogs of the solution, each fetched when it is first wanted. */
import { useTeaching } from "../../teaching";
import { later } from "../later";

const GiveUpDialog = later(() => import("./give-up-dialog").then((module) => module.GiveUpDialog));
const SolutionDialog = later(() => import("./solution-dialog").then((module) => module.SolutionDialog));

export function SolutionDialogs() {
  const teaching = useTeaching();
  if (teaching?.dialog === "give-up") return <GiveUpDialog teaching={teaching} />;
  if (teaching?.dialog === "solution") return <SolutionDialog teaching={teaching} />;
  return null;
}
