/** Tells Monaco once, for all editors, where help with a kernel comes from; the help is fetched after the first load. */
import * as monaco from "monaco-editor/editor";
import { firstLoad } from "../../first-load";
import type { GivenName, Marker } from "../props";

/** What an editor's page knows. openCard: Monaco's id of the command that opens a help card. */
export interface Context {
  given: readonly GivenName[];
  markers: readonly Marker[];
  openCard: string | null;
}

const contexts = new WeakMap<monaco.editor.ITextModel, () => Context>();
const NOTHING: Context = { given: [], markers: [], openCard: null };
let isRegistered = false;

/** Give help in a model; what `context` says is asked for each time. */
export function offerHelp(model: monaco.editor.ITextModel, context: () => Context): void {
  contexts.set(model, context);
  if (isRegistered) return;
  isRegistered = true;
  const { languages } = monaco;
  languages.registerCompletionItemProvider("python", {
    triggerCharacters: ["."],
    provideCompletionItems: later((help, ...where) => help.complete(...where)),
  });
  languages.registerHoverProvider("python", {
    provideHover: later((help, ...where) => help.hover(...where)),
  });
  languages.registerSignatureHelpProvider("python", {
    signatureHelpTriggerCharacters: ["(", ","],
    provideSignatureHelp: later((help, ...where) => help.signature(...where)),
  });
  languages.registerCodeActionProvider("python", {
    provideCodeActions: later((help, model, range) => help.actions(model, range)),
  });
  void firstLoad.then(() => import("./providers")).catch(() => {});
}

export function contextOf(model: monaco.editor.ITextModel): Context {
  return contexts.get(model)?.() ?? NOTHING;
}

type Providers = typeof import("./providers");

/** Where the network fails, or the model is gone when help has come, there is no help and the editor goes on. */
function later<Where, Found>(
  ask: (help: Providers, model: monaco.editor.ITextModel, where: Where) => Found,
): (model: monaco.editor.ITextModel, where: Where) => Promise<Found | null> {
  return (model, where) =>
    import("./providers").then(
      (help) => (model.isDisposed() ? null : ask(help, model, where)),
      () => null,
    );
}
