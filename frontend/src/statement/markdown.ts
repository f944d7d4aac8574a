/** Statements and hints: Markdown with TeX between dollar signs. Loaded apart, since it brings KaTeX along. */
import "katex/dist/katex.css";
import "../styles/math.css";
import katex from "katex";
import MarkdownIt from "markdown-it";
import { glossaryPath } from "../glossary/terms";

// Some texts are written by teachers in the browser: no raw HTML, no pictures (which would tell another server who reads
// what), and links to addresses that markdown-it takes for safe alone.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable("image");

/** More than any formula here takes; definitions that feed on themselves end at it. */
const MAX_EXPAND = 300;
/** In em, of what a formula may ask for in width or height. */
const MAX_SIZE = 40;

function tex(source: string, displayMode: boolean): string {
  try {
    return katex.renderToString(source, {
      displayMode,
      throwOnError: false,
      output: "htmlAndMathml",
      trust: false,
      strict: "ignore",
      maxExpand: MAX_EXPAND,
      maxSize: MAX_SIZE,
    });
  } catch {
    // Nested so deeply that the stack was full: its text stands in.
    return `<code>${markdown.utils.escapeHtml(source)}</code>`;
  }
}

markdown.inline.ruler.before("escape", "tex", (state, silent) => {
  const match = /^\$((?:\\.|[^$\\])+)\$/s.exec(state.src.slice(state.pos));
  const source = match?.[1];
  if (!match || source === undefined || /^\s|\s$/.test(source)) return false;
  if (!silent) state.push("tex", "math", 0).content = source;
  state.pos += match[0].length;
  return true;
});

markdown.block.ruler.before(
  "fence",
  "tex_block",
  (state, startLine, endLine, silent) => {
    const text = (line: number) => state.getLines(line, line + 1, state.blkIndent, false).trim();
    if (!text(startLine).startsWith("$$")) return false;
    let last = startLine;
    const closes = (line: number) => text(line).endsWith("$$") && (line > startLine || text(line).length > 3);
    while (last < endLine && !closes(last)) last++;
    if (last >= endLine) return false;
    if (silent) return true;
    const lines = state.getLines(startLine, last + 1, state.blkIndent, false).trim();
    state.push("tex_block", "math", 0).content = lines.slice(2, -2).trim();
    state.line = last + 1;
    return true;
  },
  { alt: ["paragraph"] },
);

markdown.renderer.rules.tex = (tokens, at) => tex(tokens[at]?.content ?? "", false);
markdown.renderer.rules.tex_block = (tokens, at) =>
  `<div class="math">${tex(tokens[at]?.content ?? "", true)}</div>`;

// The page gives the title; headings inside a statement stand below it.
for (const rule of ["heading_open", "heading_close"]) {
  markdown.renderer.rules[rule] = (tokens, at) =>
    rule === "heading_open" ? "<h3>" : `</h3>${tokens[at] ? "\n" : ""}`;
}

// A word in bold is being introduced: its first use leads to the glossary, in a tab of its own, since a page that is
// left loses what the editor can undo.
markdown.core.ruler.push("terms", (state) => {
  const env = state.env as Options;
  if (!env.linksTerms) return;
  const linked = new Set<string>();
  for (const { children } of state.tokens) {
    for (const [at, token] of (children ?? []).entries()) {
      const word = children?.[at + 1];
      if (token.type !== "strong_open" || !word || children?.[at + 2]?.type !== "strong_close") continue;
      const path = glossaryPath(word.content);
      if (!path || linked.has(path)) continue;
      linked.add(path);
      const attributes = { class: "term", href: path, target: "_blank", rel: "noopener" };
      token.tag = "a";
      token.attrs = Object.entries(attributes);
      const close = children?.[at + 2];
      if (close) close.tag = "a";
    }
  }
});

interface Options {
  linksTerms?: boolean;
}

/** HTML of a Markdown text. Raw HTML in it is shown, not taken. */
export function render(text: string, options: Options = {}): string {
  return markdown.render(text, options);
}

/** HTML of a Markdown text without paragraphs, for a label or a line of a list. */
export function renderLine(text: string): string {
  return markdown.renderInline(text);
}

/** HTML of one formula in running text. */
export function renderTex(source: string): string {
  return tex(source, false);
}
