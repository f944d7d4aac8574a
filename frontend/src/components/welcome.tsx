/** The first visit: one thing to do first. */
import type { PuzzleSummary } from "../api/types";
import { puzzlePath } from "../route";

interface Props {
  demo: PuzzleSummary | null;
  puzzle: PuzzleSummary | null;
}

export function Welcome({ demo, puzzle }: Props) {
  return (
    <div class="box welcome">
      <div class="welcome__say">
        <h1>Write GPU kernels, and see what they do</h1>
        <p class="prose soft">
          You write a small Triton program. It runs here, with no GPU and no sign-up, and every load and store
          is checked. Nothing is sent until you run something.
        </p>
        <div class="row">
          {demo ? (
            <a class="btn btn--main" href={puzzlePath(demo.slug)}>
              Start with demo 1
            </a>
          ) : null}
          {puzzle ? (
            <a class="btn" href={puzzlePath(puzzle.slug)}>
              Go to puzzle 1
            </a>
          ) : null}
        </div>
      </div>
      <Picture />
    </div>
  );
}

const PROGRAMS = [8, 8, 4];
const CELL = 32;

/** Twenty elements, read by three programs: one is done, one is at it, one waits with half a block. */
function Picture() {
  return (
    <svg
      class="welcome__pic t1 not-phone"
      viewBox="-4 -2 296 104"
      role="img"
      aria-label="Three programs read 20 elements"
    >
      {PROGRAMS.map((count, row) => (
        <g key={`p${row}`} class={`is-${["done", "now", "next"][row]}`}>
          {Array.from({ length: count }, (_, column) => (
            <g key={`e${row * 8 + column}`} transform={`translate(${column * CELL} ${row * CELL})`}>
              <rect x="2" y="2" width="28" height="28" rx="4" />
              {row === 2 ? null : <path d={row === 0 ? "M11 11h10v10H11z" : "M4 4h24v24H4z"} />}
            </g>
          ))}
          <text x={264} y={row * CELL + 20}>
            p{row}
          </text>
        </g>
      ))}
      <path class="welcome__wall" d="M0 0H256M128 64H256M0 96H128M0 0V96M128 64V96M256 0V64" />
      <rect class="welcome__frame" x="-2" y="30" width="260" height="36" rx="3" />
    </svg>
  );
}
