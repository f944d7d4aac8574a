/** Monaco's colours, read from the page's own tokens. */
import * as monaco from "monaco-editor/editor";
import type { Theme } from "../theme";

export function themeName(theme: Theme): string {
  return `playground-${theme}`;
}

/** The tokens of a theme can be read only while the page shows it. */
export function defineTheme(theme: Theme): void {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const bare = (name: string) => token(name).replace("#", "");
  monaco.editor.defineTheme(themeName(theme), {
    base: theme === "dark" ? "vs-dark" : "vs",
    inherit: true,
    rules: [
      { token: "", foreground: bare("ink") },
      { token: "keyword", foreground: bare("c-key"), fontStyle: "bold" },
      { token: "number", foreground: bare("c-num") },
      { token: "string", foreground: bare("c-str") },
      { token: "string.escape", foreground: bare("c-str") },
      { token: "comment", foreground: bare("c-com"), fontStyle: "italic" },
      { token: "tag", foreground: bare("c-dec") },
      { token: "delimiter", foreground: bare("ink") },
      { token: "identifier", foreground: bare("ink") },
    ],
    colors: {
      "editor.background": token("surface"),
      "editor.foreground": token("ink"),
      "editorLineNumber.foreground": token("ink-3"),
      "editorLineNumber.activeForeground": token("ink"),
      "editor.lineHighlightBackground": token("select"),
      "editor.lineHighlightBorder": "#00000000",
      "editor.selectionBackground": token("t1-tint"),
      "editor.inactiveSelectionBackground": token("sunken"),
      "editorCursor.foreground": token("ink"),
      "editorError.foreground": token("fault-fill"),
      "editorWarning.foreground": token("caution-fill"),
      "editorOverviewRuler.errorForeground": token("fault-fill"),
      "editorOverviewRuler.warningForeground": token("caution-fill"),
      "editorWidget.background": token("raised"),
      "editorWidget.border": token("edge"),
      "editorHoverWidget.background": token("raised"),
      "editorHoverWidget.border": token("edge"),
      // Brackets are no tensors, so they get no hue.
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map((n) => [`editorBracketHighlight.foreground${n}`, token("ink")]),
      ),
      "editorBracketHighlight.unexpectedBracket.foreground": token("fault-ink"),
      "editorBracketMatch.background": token("select"),
      "editorBracketMatch.border": token("edge"),
      "scrollbarSlider.background": `${token("edge")}55`,
      "scrollbarSlider.hoverBackground": `${token("edge")}88`,
      "scrollbarSlider.activeBackground": `${token("edge")}aa`,
      focusBorder: token("ink"),
    },
  });
}
