/** In place of a source that the server keeps back: as many lines as it has, which look like any code. */
import { puzzlePath } from "../../route";
import { Icon } from "../icon";

/** Indents and widths in pixels, over and over: they say nothing of the lines behind. */
const LOOK: readonly (readonly [number, number])[] = [
  [0, 94],
  [0, 202],
  [0, 0],
  [0, 79],
  [0, 137],
  [31, 173],
  [31, 252],
  [31, 158],
  [62, 288],
  [62, 389],
  [31, 202],
  [62, 317],
];

interface Props {
  slug: string;
  lines: number;
  isAsking: boolean;
  onShow(): void;
}

export function Veil({ slug, lines, isAsking, onShow }: Props) {
  return (
    <section class="box veil" aria-label="Source, veiled">
      <div class="box__h">
        <h2 class="grow">Source, {lines === 1 ? "1 line" : `${lines} lines`}</h2>
        <Icon name="veiled" />
      </div>
      <div class="veil__lines" aria-hidden="true">
        {Array.from({ length: Math.max(lines, 16) }, (_, at) => {
          const [indent, width] = LOOK[at % LOOK.length] ?? [0, 0];
          return (
            <div key={at} class="veil__line">
              <span>{at < lines ? at + 1 : ""}</span>
              {at < lines && width > 0 ? (
                <i style={{ marginLeft: `${indent}px`, width: `${width}px` }} />
              ) : null}
            </div>
          );
        })}
      </div>
      <div class="card veil__ask">
        <h2>You have not solved this one yet</h2>
        <p class="prose">Seeing an answer first takes the best part away. It is here whenever you want it.</p>
        <div class="stack">
          <a class="btn btn--main" href={puzzlePath(slug)}>
            Solve it first
          </a>
          <button type="button" class="btn" disabled={isAsking} onClick={onShow}>
            <Icon name="eye" /> Show the solution
          </button>
        </div>
        <p class="label quiet">
          If you look now, an answer identical to this one will not be ranked. Nothing else changes.
        </p>
      </div>
    </section>
  );
}
