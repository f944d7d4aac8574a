/** Below the hints: the solution, open to who has solved the puzzle, and to who gives up on it. */
import { useActions } from "../../actions";
import { navigate, solutionsPath } from "../../route";
import { useTeaching } from "../../teaching";
import { Icon } from "../icon";

export function SolutionSection() {
  const teaching = useTeaching();
  const isOpen = teaching !== null && (teaching.solved || teaching.gaveUp);
  useActions([
    {
      id: "solution",
      title: isOpen ? "Show the solution" : "Give up and see the solution",
      group: "This page",
      also: "answer reference explanation",
      enabled: teaching !== null,
      run: () => teaching?.ask(isOpen ? "solution" : "give-up"),
    },
    {
      id: "others",
      title: "See how others solved it",
      group: "This page",
      also: "shared solutions list",
      enabled: teaching?.solved === true,
      run: () => teaching && navigate(solutionsPath(teaching.puzzle.slug)),
    },
  ]);
  if (!teaching) return null;
  return (
    <section>
      <h2>The solution</h2>
      <p class="solution__say">
        {teaching.gaveUp
          ? "You gave up on this puzzle. Solve it all the same: it will be marked as both."
          : teaching.solved
            ? "You have solved this puzzle. See how we wrote it, and why."
            : "It opens when you pass."}
      </p>
      <button
        type="button"
        class={`btn btn--s ${isOpen ? "" : "btn--quiet solution__ask"}`}
        onClick={() => teaching.ask(isOpen ? "solution" : "give-up")}
      >
        {isOpen ? (
          <>
            <Icon name="statement" /> Show the solution
          </>
        ) : (
          "Give up and see the solution"
        )}
      </button>
    </section>
  );
}
