/** What `tl` offers, in our words: made from the installed Triton by `playground_workers.language_help`. */
import written from "./catalogue.json";

export interface Parameter {
  name: string;
  says?: string;
}

/** path: how the thing is written. see: names of other cards. */
export interface Card {
  name: string;
  path: string;
  group: string;
  says: string;
  signature?: string;
  parameters?: Parameter[];
  example?: string;
  see?: string[];
}

/** What a block has. call: its parameters in parentheses; empty for a field. */
export interface Member {
  name: string;
  card: string;
  call: string;
}

interface Catalogue {
  triton_version: string;
  cards: Card[];
  tensor: Member[];
  math: string[];
}

const catalogue: Catalogue = written;
const byName = new Map(catalogue.cards.map((card) => [card.name, card]));
const members = new Map(catalogue.tensor.map((member) => [member.name, member]));

/** The cards of `tl` itself, without those of what only a block has. */
export const LANGUAGE: readonly Card[] = catalogue.cards.filter((card) => !card.name.startsWith("tensor-"));
export const CARDS: readonly Card[] = catalogue.cards;
export const MEMBERS: readonly Member[] = catalogue.tensor;
export const MATH: readonly string[] = catalogue.math;

export function cardNamed(name: string): Card | null {
  return byName.get(name) ?? null;
}

/** The card of a dotted name as it stands in a kernel: `tl.load`, `tl.math.exp`, `x.to`; null where there is none. */
export function cardOf(path: string): Card | null {
  const parts = path.split(".");
  const last = parts.at(-1) ?? "";
  if (parts[0] === "tl") {
    if (parts.length === 3 && parts[1] === "math" && !MATH.includes(last)) return null;
    return parts.length === 1 ? null : cardNamed(last);
  }
  if (path === "triton.cdiv") return cardNamed("cdiv");
  return parts.length > 1 ? cardNamed(members.get(last)?.card ?? "") : null;
}

/** A call's signature as it is written: of a block's method without the block itself. */
export function signatureOf(path: string): { label: string; parameters: Parameter[] } | null {
  const card = cardOf(path);
  if (!card) return null;
  const member = path.startsWith("tl.") ? null : members.get(path.split(".").at(-1) ?? "");
  const call = member ? member.call : card.signature;
  if (!call) return null;
  const isDropped = member && !card.name.startsWith("tensor-");
  return { label: path + call, parameters: (card.parameters ?? []).slice(isDropped ? 1 : 0) };
}
