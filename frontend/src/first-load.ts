/** The first load ends when the editor stands: what serves later is fetched then, so that it does not hold that up. */

const PATIENCE_MS = 3000;

let end: () => void = () => {};

/** Resolves once, also where no editor comes. */
export const firstLoad: Promise<void> = new Promise((resolve) => {
  end = resolve;
  setTimeout(resolve, PATIENCE_MS);
});

/** Marked for measurements as `first-load`. */
export function endFirstLoad(): void {
  performance.mark("first-load");
  end();
}
