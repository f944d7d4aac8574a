/** All that can be done on the page that is shown: each part registers its actions, palette and keys read them. */
import { useEffect, useRef } from "preact/hooks";
import { type Keys, matches } from "./keys";

/** The order in which the palette lists them. */
export const GROUPS = ["This page", "Go to", "Preferences", "Help"] as const;

/**
 * id: unique, kebab-case. title: a verb first, as the palette shows it. keys: see keys.ts; a key without a modifier
 * works only outside of text fields. detail: what stands at present, "dark" beside the theme. also: more words to
 * find it by. enabled: false hides it and frees its key; true where left out.
 */
export interface Action {
  id: string;
  title: string;
  group: (typeof GROUPS)[number];
  keys?: Keys | undefined;
  detail?: string | undefined;
  also?: string | undefined;
  enabled?: boolean;
  run(): void;
}

type Source = () => readonly Action[];

const sources = new Set<Source>();

/** Registers a part's actions while it is mounted. They may be new objects at each render. */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => register(() => latest.current), []);
}

/** For what is no component. Returns the way to take them back. */
export function register(source: Source): () => void {
  sources.add(source);
  return () => sources.delete(source);
}

/** The enabled actions by group. Of two with one id, the later registered counts. */
export function actions(): Action[] {
  const found = new Map<string, Action>();
  for (const source of sources) for (const action of source()) found.set(action.id, action);
  const enabled = [...found.values()].filter((action) => action.enabled !== false);
  return GROUPS.flatMap((group) => enabled.filter((action) => action.group === group));
}

/** The enabled action of an event's keys. Of two with the same keys, the later registered has them. */
export function actionFor(event: KeyboardEvent): Action | null {
  const all = [...sources].flatMap((source) => [...source()]);
  return all.findLast(({ enabled, keys }) => enabled !== false && keys && matches(keys, event)) ?? null;
}

/** Does what an action does. False where no such action is enabled. */
export function perform(id: string): boolean {
  const action = actions().find((one) => one.id === id);
  action?.run();
  return action !== undefined;
}
