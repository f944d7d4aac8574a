/** How the board ranks, in full, on the page itself. */

export function Rules() {
  return (
    <section class="rules" id="rules" tabIndex={-1} aria-labelledby="rules-title">
      <h2 id="rules-title">The rules in full</h2>
      <ul class="rules__list">
        <li>
          <b>All puzzles.</b> Every puzzle of every track counts the same, those of the host&rsquo;s own too.
          More puzzles solved comes first; where that is equal, the earlier time at which the last of them was
          solved. Who is equal in both shares a rank. A puzzle that is added later counts from then on.
        </li>
        <li>
          <b>One puzzle.</b> Fewer elements loaded and stored comes first, counted in the first case of a run
          that passed; then the earlier time. Where nothing could be counted, the row stands below.
        </li>
        <li>
          <b>Runs are shown and never punished.</b> Practice is the point: run as often as you like. Cancelled
          runs, runs of one case again, and our own faults are no runs here. Demos and the sandbox count for
          nothing.
        </li>
        <li>
          <b>The time is when you sent the run,</b> so nobody loses by waiting for a worker.
        </li>
        <li>
          <b>Solved, not ranked.</b> A puzzle that was given up before it was solved, and a first solution
          whose kernel is identical to a published one, or to a shared one that was looked at before, stays
          solved and does not count. That is a mark, no reproach: identical code can have many reasons.
        </li>
        <li>
          <b>Names are shown only of who chose so.</b> Everybody else has a rank without a name. The host may
          take off a row or a name; it is kept, and its owner is told here.
        </li>
      </ul>
    </section>
  );
}
