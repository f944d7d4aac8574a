/** Files to take along: the solutions as Python or as a notebook, and everything that this browser keeps. */
import type { PuzzleSummary } from "../../api/types";
import { recordText } from "../../keeping/browser-record";
import { liteFile, solutions, solutionsNotebook } from "../../keeping/solutions";
import { Icon } from "../icon";

/** The browser has to have read a download's blob before it may be let go. */
const LET_GO_AFTER_MS = 60_000;

export function TakeAlong({ puzzles }: { puzzles: readonly PuzzleSummary[] }) {
  const all = solutions(puzzles);
  const written = all.filter((one) => one.source !== null).length;
  const passed = all.filter((one) => one.passedAt !== null).length;
  const files = [
    {
      name: "solutions.py",
      title: "Solutions as one Python file",
      about:
        "In the form of Triton-Puzzles-Lite: it runs with that project’s tests, and it can be brought back here.",
      type: "text/x-python",
      text: (now: Date) => liteFile(all, now),
      disabled: written === 0,
    },
    {
      name: "solutions.ipynb",
      title: "Solutions as a notebook",
      about: "One cell a puzzle, for Jupyter and the like.",
      type: "application/x-ipynb+json",
      text: (now: Date) => solutionsNotebook(all, now),
      disabled: written === 0,
    },
    {
      name: "triton-playground.json",
      title: "Everything in this browser",
      about: "Drafts, history and what you solved, to bring in with another browser.",
      type: "application/json",
      text: recordText,
      disabled: false,
    },
  ];
  return (
    <section aria-labelledby="take-along">
      <h2 id="take-along">Take your work along</h2>
      <p class="soft">
        {written === 0
          ? "You have written no solution yet."
          : `You have passed ${passed} of ${all.length} puzzles${written > passed ? `, and ${written - passed} more ${written - passed === 1 ? "has" : "have"} a draft` : ""}. Of each puzzle you get the last source that passed, else your draft; the file says which.`}
      </p>
      <ul class="box keep__files">
        {files.map(({ name, title, about, type, text, disabled }) => (
          <li key={name}>
            <div class="grow">
              <h3>{title}</h3>
              <p class="soft">{about}</p>
            </div>
            <button
              type="button"
              class="btn"
              disabled={disabled}
              onClick={() => download(name, type, text(new Date()))}
            >
              <Icon name="download" /> {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), LET_GO_AFTER_MS);
}
