/** A demo's result: what it printed and stored, beside what is expected. */
import { useEffect, useState } from "preact/hooks";
import { decodeArrays, type NamedArray } from "../api/arrays";
import { api } from "../api/client";
import type { Puzzle } from "../api/types";
import { pairLines } from "../lines";
import { isActive, type RunState } from "../run/state";
import { useTeaching } from "../teaching";
import { lazy } from "./lazy";
import { Scroll } from "./scroll";
import { TensorTable } from "./tensor-table";

const Prediction = lazy(() => import("./teaching/prediction").then((module) => module.Prediction));

export function LessonCompare({
  puzzle,
  run,
  caseName,
}: {
  puzzle: Puzzle;
  run: RunState;
  caseName: string;
}) {
  const teaching = useTeaching();
  const asks = teaching !== null && puzzle.questions.length > 0;
  const blocks = run.verdict?.output ?? run.output;
  const printed = blocks.map((block) => block.text).join("");
  const expected = puzzle.expected_output ?? "";
  const stores = puzzle.tensors.some((tensor) => tensor.role === "output");
  const hasRun = run.verdict !== null || isActive(run);
  return (
    <div class="lesson">
      {asks ? <Prediction teaching={teaching} run={run} /> : null}
      {expected.trim() && (hasRun || !asks) ? (
        <Printed printed={printed} expected={expected} hasRun={hasRun} />
      ) : null}
      {stores && run.verdict && run.id ? <Stored id={run.id} caseName={caseName} /> : null}
      {stores && !run.verdict && !asks ? (
        <p class="soft">What is stored appears here after a run, beside what is expected.</p>
      ) : null}
    </div>
  );
}

function Printed({ printed, expected, hasRun }: { printed: string; expected: string; hasRun: boolean }) {
  const pairs = pairLines(printed, expected);
  if (!hasRun)
    return (
      <p class="soft">
        Say first what it will print, then run it: the expected lines stand beside its own then.
      </p>
    );
  const different = pairs.filter((pair) => !pair.same).length;
  return (
    <>
      <Scroll label="Printed and expected output">
        <table class="pairs">
          <thead>
            <tr>
              <th scope="col">It prints</th>
              <th scope="col">Expected</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair, at) => (
              <tr key={at} class={hasRun && !pair.same ? "is-off" : ""}>
                <td>
                  <pre>{pair.yours}</pre>
                </td>
                <td>
                  <pre>{pair.expected}</pre>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p class="cap">
        {!hasRun
          ? "Predict the output, then run. White space does not count."
          : different === 0
            ? "Both agree. White space does not count."
            : `${different === 1 ? "The line" : `The ${different} lines`} with a bar at the left ${different === 1 ? "differs" : "differ"}.`}
      </p>
    </>
  );
}

function Stored({ id, caseName }: { id: string; caseName: string }) {
  const [arrays, setArrays] = useState<NamedArray[] | string | null>(null);
  useEffect(() => {
    let ended = false;
    setArrays(null);
    api.arrays(id, caseName).then(
      (buffer) => !ended && setArrays(decodeArrays(buffer)),
      () => !ended && setArrays("What was stored is kept for an hour only. Run again to see it."),
    );
    return () => {
      ended = true;
    };
  }, [id, caseName]);
  if (arrays === null) return <p class="soft">Fetching what was stored.</p>;
  if (typeof arrays === "string") return <p class="soft">{arrays}</p>;
  return (
    <>
      {arrays
        .filter((array) => array.kind === "actual")
        .map((actual) => {
          const expected = arrays.find((array) => array.kind === "expected" && array.name === actual.name);
          return (
            <div key={actual.name} class="beside tz">
              <TensorTable title={`${actual.name}, stored`} array={actual} other={expected ?? null} />
              {expected ? (
                <TensorTable title={`${actual.name}, expected`} array={expected} other={null} />
              ) : null}
            </div>
          );
        })}
    </>
  );
}
