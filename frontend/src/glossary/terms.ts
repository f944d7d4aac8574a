/** Words of the statements that the glossary explains; small, since every statement needs it. */

/** A word as a statement sets it in bold, in lower case, to the anchor of its entry. */
const ANCHORS: Readonly<Record<string, string>> = {
  accumulator: "accumulator",
  atomic: "atomic",
  block: "block",
  blocks: "block",
  broadcast: "broadcasting",
  broadcasting: "broadcasting",
  fused: "fused",
  grid: "grid",
  kernel: "kernel",
  lane: "lane",
  lanes: "lane",
  mask: "mask",
  program: "program",
  programs: "program",
  "program id": "program-id",
  race: "race",
  stride: "stride",
  tail: "tail",
  tile: "tile",
};

/** Where the glossary explains a word, or null where it does not. */
export function glossaryPath(word: string): string | null {
  const key = word.trim().toLowerCase();
  return Object.hasOwn(ANCHORS, key) ? `/glossary#${ANCHORS[key]}` : null;
}

export const LINKED_ANCHORS: readonly string[] = [...new Set(Object.values(ANCHORS))];
