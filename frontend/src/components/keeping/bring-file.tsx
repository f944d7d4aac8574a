/** On the list of puzzles: how to bring one's own file, and where one's work can be taken along. */
import { IMPORT_PATH } from "../../keeping/incoming";
import { ChooseFile } from "./choose-file";

export function BringFile() {
  return (
    <section class="box bring" aria-labelledby="bring">
      <div class="grow">
        <h2 id="bring">Bring your own file</h2>
        <p class="soft">
          Drop a Triton-Puzzles-Lite file or a notebook anywhere on this page. All kernels in it are judged in
          one go. <a href={IMPORT_PATH}>Import and export</a>
        </p>
      </div>
      <ChooseFile />
    </section>
  );
}
