/** The first load ends when the editor stands, or a page without one: what serves later is fetched then, so that it does
 * not hold that up. */

let end: () => void = () => {};

/** Resolves once, also where the editor could not be fetched. */
export const firstLoad: Promise<void> = new Promise((resolve) => {
  end = resolve;
});

/** Marked for measurements as `first-load`. */
export function endFirstLoad(): void {
  performance.mark("first-load");
  end();
}
