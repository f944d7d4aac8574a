/** Which words of a kernel are drawn in a hue: its tensors' parameters, and what it takes from `tl`. */
import type * as monaco from "monaco-editor/editor";
import type { Hue } from "../hues";

export function tokenHues(
  model: monaco.editor.ITextModel,
  parameters: ReadonlyMap<string, Hue>,
): monaco.editor.IModelDeltaDecoration[] {
  const found: monaco.editor.IModelDeltaDecoration[] = [];
  const words = [...parameters.keys()].filter((name) => /^\w+$/.test(name));
  const pattern = new RegExp(`#.*|\\b(?:${["tl(?:\\.\\w+)+", ...words].join("|")})\\b`, "g");
  for (let line = 1; line <= model.getLineCount(); line++) {
    for (const match of model.getLineContent(line).matchAll(pattern)) {
      const word = match[0];
      if (word.startsWith("#")) continue;
      const hue = parameters.get(word);
      found.push({
        range: {
          startLineNumber: line,
          startColumn: match.index + 1,
          endLineNumber: line,
          endColumn: match.index + 1 + word.length,
        },
        options: { inlineClassName: hue ? `c-t ${hue}` : "c-fn" },
      });
    }
  }
  return found;
}
