/** A lesson: what it will do is predicted first; after the run both stand side by side. */
import { useState } from "preact/hooks";
import type { Question } from "../../api/types";
import { isActive, type RunState } from "../../run/state";
import type { Picks, Teaching } from "../../teaching";
import "../../styles/lesson.css";
import { Icon } from "../icon";
import { Line } from "../prose";

interface Props {
  teaching: Teaching;
  run: RunState;
}

export function Prediction({ teaching, run }: Props) {
  const { questions } = teaching.puzzle;
  if (run.verdict?.outcome === "passed") return <Outcome questions={questions} picks={teaching.picks} />;
  if (run.verdict)
    return (
      <p class="predict predict--aside soft">
        The questions are about the lesson’s own code. Yours does something else now; Reset brings the lesson
        back.
      </p>
    );
  if (isActive(run)) {
    const made = teaching.picks.filter((pick) => pick !== null).length;
    return (
      <p class="predict predict--aside soft" role="status">
        {made > 0 ? "Your prediction is kept. It is compared in a moment." : "Running without a prediction."}
      </p>
    );
  }
  return <Ask teaching={teaching} />;
}

function Ask({ teaching }: { teaching: Teaching }) {
  const { puzzle, picks } = teaching;
  const [isWanting, setWanting] = useState(false);
  const isWhole = picks.every((pick) => pick !== null);
  const send = (event: Event) => {
    event.preventDefault();
    if (isWhole) teaching.run();
    else setWanting(true);
  };
  return (
    <form class="predict" onSubmit={send} aria-labelledby="predict-title">
      <h3 id="predict-title">Predict first, then run</h3>
      <p class="soft">Read the code. Say what it will do; then run it and see.</p>
      {puzzle.questions.map((one, at) => (
        <fieldset key={one.question}>
          <legend>
            <Line text={one.question} />
          </legend>
          {one.choices.map((choice, place) => (
            <label key={choice} class="predict__pick">
              <input
                type="radio"
                name={`question-${at}`}
                checked={picks[at] === place}
                onChange={() => {
                  teaching.pick(at, place);
                  setWanting(false);
                }}
              />
              <Line text={choice} />
            </label>
          ))}
        </fieldset>
      ))}
      <div class="row">
        <button type="submit" class="btn btn--main">
          <Icon name="run" /> Run and compare
        </button>
        <button type="button" class="btn btn--quiet" onClick={teaching.run}>
          Run without predicting
        </button>
      </div>
      <p class="predict__want" role="status">
        {isWanting
          ? picks.length === 1
            ? "Pick an answer, or run without predicting."
            : "Pick an answer to each question, or run without predicting."
          : ""}
      </p>
    </form>
  );
}

function Outcome({ questions, picks }: { questions: readonly Question[]; picks: Picks }) {
  const right = questions.filter((one, at) => picks[at] === one.answer).length;
  const made = picks.filter((pick) => pick !== null).length;
  return (
    <section class="predict" aria-label="Your prediction">
      <h3>
        {made === 0
          ? "You ran it without predicting"
          : right === questions.length
            ? "It did what you predicted"
            : `You predicted ${right} of ${questions.length}`}
      </h3>
      <ol class="predict__told">
        {questions.map((one, at) => (
          <Told key={one.question} question={one} pick={picks[at] ?? null} />
        ))}
      </ol>
    </section>
  );
}

function Told({ question, pick }: { question: Question; pick: number | null }) {
  const isRight = pick === question.answer;
  const said = pick === null ? null : question.choices[pick];
  return (
    <li>
      <Icon name={isRight ? "check" : "note"} />
      <div class="stack">
        <p>
          <Line text={question.question} />
        </p>
        <dl class="predict__pair">
          {said !== null && said !== undefined && !isRight ? (
            <div>
              <dt>You said</dt>
              <dd>
                <Line text={said} />
              </dd>
            </div>
          ) : null}
          <div>
            <dt>{isRight ? "You said, and so it is" : "It is"}</dt>
            <dd>
              <Line text={question.choices[question.answer] ?? ""} />
            </dd>
          </div>
        </dl>
        <p class="soft">
          <Line text={question.explanation} />
        </p>
      </div>
    </li>
  );
}
