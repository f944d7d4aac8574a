/** Lengths of text as the page writes them. */
import { plural } from "../../numbers";

export function showSize(characters: number): string {
  if (characters < 1024) return plural(characters, "character");
  const kib = characters / 1024;
  if (kib >= 1024) return `${(kib / 1024).toFixed(1)} MiB`;
  return `${kib < 10 ? Number(kib.toFixed(1)) : Math.round(kib)} KiB`;
}
