/** What the numbers of a compiled kernel mean, a sentence each; beside another, how they differ. */
import type { Lesson } from "../../api/types";
import { lessonName } from "../../compiler/words";
import { Icon } from "../icon";

const ICONS = { good: "check", caution: "caution", plain: "note" } as const;
const SPOKEN = { good: "Good: ", caution: "Look at: ", plain: "" } as const;

interface Props {
  lessons: readonly Lesson[];
  /** Of what it is compared with. */
  other: readonly Lesson[] | null;
  /** What it was compiled for. */
  numbers: string;
}

export function ReadingAid({ lessons, other, numbers }: Props) {
  return (
    <aside class="cv__aid" aria-label="Reading aid">
      <h3>What it means</h3>
      {numbers ? <p class="aid__for label quiet">Compiled for {numbers}</p> : null}
      <ul class="aid">
        {lessons.map((lesson) => {
          const was = other?.find((one) => one.name === lesson.name)?.value;
          return (
            <li key={lesson.name}>
              <div class="aid__h">
                <span class={`aid__i is-${lesson.level}`}>
                  <Icon name={ICONS[lesson.level]} />
                </span>
                <span class="grow soft">
                  <span class="sr">{SPOKEN[lesson.level]}</span>
                  {lessonName(lesson.name)}
                </span>
                <b>
                  {was !== undefined && was !== lesson.value ? (
                    <>
                      <s class="quiet">{was}</s>{" "}
                    </>
                  ) : null}
                  {lesson.value}
                </b>
              </div>
              <p>{lesson.text}</p>
            </li>
          );
        })}
      </ul>
    </aside>
  );
}
