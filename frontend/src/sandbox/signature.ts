/** The kernels that a source defines, read lightly: names and parameters, as far as the text shows them. */

/**
 * isConstexpr: annotated so. fallback: the text of its default. use: what the kernel seems to do with it; a pointer is
 * known by its name or by being the first thing in a load, store or atomic.
 */
export interface Parameter {
  name: string;
  isConstexpr: boolean;
  fallback: string | null;
  use: "input" | "output" | "constant";
}

export interface Kernel {
  name: string;
  parameters: Parameter[];
}

/** In source order; a name that is defined again counts where it stands last. Text that is being typed may lack any. */
export function kernels(source: string): Kernel[] {
  const text = blanked(source);
  const found = new Map<string, Kernel>();
  for (const match of text.matchAll(/^def[ \t]+(\w+)[ \t]*\(/gm)) {
    const open = match.index + match[0].length;
    const close = closing(text, open);
    if (close === null || !isJit(text.slice(0, match.index))) continue;
    const name = match[1] as string;
    const rest = text.slice(close);
    const next = /^(?:def|class|@)/m.exec(rest);
    const body = next ? rest.slice(0, next.index) : rest;
    found.delete(name);
    found.set(name, { name, parameters: parameters(text.slice(open, close), body) });
  }
  return [...found.values()];
}

/** The same text with comments, and what stands between quotes, as spaces: brackets and commas in there mean nothing. */
function blanked(source: string): string {
  return source.replace(
    /#[^\n]*|("""|''')[\s\S]*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
    (part, triple: string | undefined, at: number) => {
      // An annotation may be written as text
      if (!triple && /^["']tl\.constexpr["']$/.test(part) && /:\s*$/.test(source.slice(0, at)))
        return ` ${part.slice(1, -1)} `;
      return part.replace(/[^\n]/g, " ");
    },
  );
}

/** Where the bracket that opened before `from` closes. */
function closing(text: string, from: number): number | null {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string;
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && --depth === 0) return at;
  }
  return null;
}

/** Whether the lines right above a function decorate it with triton.jit. */
function isJit(before: string): boolean {
  const lines = before.trimEnd().split("\n");
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = (lines[at] as string).trim();
    if (/^@(?:\w+\.)*jit\b/.test(line)) return true;
    if (line !== "" && !line.startsWith("@")) return false;
  }
  return false;
}

function parameters(text: string, body: string): Parameter[] {
  return splitAtCommas(text).flatMap((part) => {
    const match = /^\s*([A-Za-z_]\w*)\s*(?::([^=]*))?(?:=([\s\S]*))?$/.exec(part);
    if (!match) return [];
    const [, name = "", annotation = "", fallback] = match;
    const isConstexpr = /\bconstexpr\b/.test(annotation);
    const use = isConstexpr || fallback !== undefined ? "constant" : useOf(name, body);
    return [{ name, isConstexpr, fallback: fallback?.trim() ?? null, use }];
  });
}

function useOf(name: string, body: string): Parameter["use"] {
  const first = (call: string) => new RegExp(`\\btl\\.(?:${call})\\(\\s*\\(?\\s*${name}\\b`).test(body);
  const isLoaded = first("load");
  if (first("store|atomic_\\w+") && !isLoaded) return "output";
  return isLoaded || /ptr$/i.test(name) ? "input" : "constant";
}

/** At the commas that stand in no brackets. */
export function splitAtCommas(text: string, also = ""): string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of text) {
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    if (depth === 0 && (sign === "," || (also !== "" && also.includes(sign)))) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}
