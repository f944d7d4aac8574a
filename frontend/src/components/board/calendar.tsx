/** A year of activity: a square a day, a column a week; the same as a table for who cannot see squares. */
import type { Activity } from "../../api/types";
import { daysAfter, showDay, showMonth } from "../../dates";
import { plural } from "../../numbers";

const SIDE = 11;
const PITCH = 14;
const LEFT = 32;
const TOP = 20;
const WEEKDAYS = [
  [0, "Mon"],
  [2, "Wed"],
  [4, "Fri"],
] as const;
/** A square is darker from so many runs on. */
const STEPS = [1, 3, 6, 12] as const;

export function Calendar({ activity }: { activity: Activity }) {
  const { first, last, days } = activity;
  const count = Math.round((Date.parse(last) - Date.parse(first)) / (24 * 3600 * 1000)) + 1;
  const weeks = Math.ceil(count / 7);
  const told = new Map(days.map((one) => [one.day, one]));
  const all = Array.from({ length: count }, (_, at) => {
    const day = daysAfter(first, at);
    return { day, at, told: told.get(day) };
  });
  const runs = days.reduce((sum, one) => sum + one.attempts, 0);
  const width = LEFT + weeks * PITCH;
  return (
    <figure class="calendar">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where the window is narrow */}
      <div class="calendar__scroll" tabIndex={0} role="region" aria-label="Calendar of runs" ref={toTheEnd}>
        <svg
          class="calendar__grid"
          width={width}
          height={TOP + 7 * PITCH}
          viewBox={`0 0 ${width} ${TOP + 7 * PITCH}`}
          role="img"
          aria-label={`${plural(runs, "run")} on ${plural(days.length, "day")} since ${showDay(first)}; the table below lists them`}
        >
          {months(first, weeks).map(({ week, name }) => (
            <text key={week} x={LEFT + week * PITCH} y={12}>
              {name}
            </text>
          ))}
          {WEEKDAYS.map(([row, name]) => (
            <text key={name} x={0} y={TOP + row * PITCH + 10}>
              {name}
            </text>
          ))}
          {all.map(({ day, at, told: one }) => (
            <rect
              key={day}
              x={LEFT + Math.floor(at / 7) * PITCH}
              y={TOP + (at % 7) * PITCH}
              width={SIDE}
              height={SIDE}
              rx={2}
              class={`calendar__${one ? STEPS.filter((step) => one.attempts >= step).length : 0}`}
            >
              <title>{one ? `${showDay(day)}: ${inWords(one)}` : `${showDay(day)}: no runs`}</title>
            </rect>
          ))}
        </svg>
      </div>
      <figcaption class="calendar__foot label soft">
        <span class="grow">
          {plural(runs, "run")} on {plural(days.length, "day")} since {showDay(first)}
        </span>
        <span class="calendar__scale" aria-hidden="true">
          Fewer
          <svg width={5 * PITCH - 3} height={SIDE} aria-hidden="true">
            {[0, 1, 2, 3, 4].map((step) => (
              <rect
                key={step}
                x={step * PITCH}
                width={SIDE}
                height={SIDE}
                rx={2}
                class={`calendar__${step}`}
              />
            ))}
          </svg>
          More
        </span>
      </figcaption>
      {days.length > 0 ? (
        <details class="calendar__days">
          <summary>The same as a table</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col" class="num">
                  Runs
                </th>
                <th scope="col" class="num">
                  Passed
                </th>
              </tr>
            </thead>
            <tbody>
              {[...days].reverse().map((one) => (
                <tr key={one.day}>
                  <th scope="row">{showDay(one.day)}</th>
                  <td class="num">{one.attempts}</td>
                  <td class="num">{one.passed}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
    </figure>
  );
}

function inWords({ attempts, passed }: Activity["days"][number]): string {
  return `${plural(attempts, "run")}, ${passed} passed`;
}

/** The week in which each month begins; the first is left out where the next begins right after. */
function months(first: string, weeks: number): { week: number; name: string }[] {
  const found: { week: number; name: string }[] = [];
  for (let week = 0; week < weeks; week++) {
    const name = showMonth(daysAfter(first, week * 7));
    if (found.at(-1)?.name !== name) found.push({ week, name });
  }
  return found.filter(({ week }, at) => (found[at + 1]?.week ?? week + 3) - week >= 3 && week < weeks - 1);
}

/** Today is what one looks for first. */
function toTheEnd(element: HTMLElement | null): void {
  if (element) element.scrollLeft = element.scrollWidth;
}
