// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { render } from "./markdown";

// KaTeX asks for a page with a doctype, which the tests' page is taken to be.
vi.hoisted(() => Object.defineProperty(document, "compatMode", { value: "CSS1Compat" }));

test("formulas between dollar signs become mathematics, in the line and on their own", () => {
  const html = render("Let $z_i = x_i$ be.\n\n$$\nz_{j,i} = x_i\n- y_j\n$$\n\nEnd.");
  expect(html).toContain('<p>Let <span class="katex">');
  expect(html).toContain('<div class="math"><span class="katex-display">');
  expect(html).toContain("<p>End.</p>");
  expect(html).not.toContain("$");
});

test("a dollar sign alone, or in code, is a dollar sign", () => {
  expect(render("It costs 5 $ or `$x$`.")).toBe("<p>It costs 5 $ or <code>$x$</code>.</p>\n");
});

test("HTML in a text is shown, not taken", () => {
  expect(render("<img src=x onerror=alert(1)> &amp; &lt;b&gt;")).toBe(
    "<p>&lt;img src=x onerror=alert(1)&gt; &amp; &lt;b&gt;</p>\n",
  );
});

test.each([
  ["<script>alert(1)</script>", /<script/],
  ["<svg onload=alert(1)>", /<svg/],
  ["[a](javascript:alert(1))", /href/],
  ["[a](JaVaScRiPt:alert(1)) [b](vbscript:x) [c](data:text/html,x) [d](&#106;avascript:x)", /href/],
  ["![a](https://elsewhere.example/pixel.png)", /<img/],
  ["[a]: https://elsewhere.example/x.png\n\n![a]", /<img/],
  ["$\\href{javascript:alert(1)}{x}$ $\\url{javascript:alert(1)}$", /href="javascript/],
  ["$\\includegraphics{https://elsewhere.example/x.png}$", /<img/],
  ["$\\htmlData{a=b}{x} \\htmlClass{c}{x} \\htmlStyle{color:red}{x}$", /data-a|class="c"|color:red;?"/],
  ["$\\rule{100000em}{100000em}$", /="[^"]*100000em/],
  ["<a href='javascript:alert(1)'>x</a>", /<a/],
  ['`<img src=x onerror="alert(1)">`', /<img/],
  ['[a](/x "><script>alert(1)</script>")', /<script/],
])("a hostile statement comes to nothing: %s", (text, never) => {
  expect(render(text)).not.toMatch(never);
});

test("definitions that feed on themselves end soon, and a formula nested too deeply is shown as it is", () => {
  const began = performance.now();
  const doubled = Array.from({ length: 25 }, (_, at) => {
    const name = (place: number) => `\\m${String.fromCharCode(97 + place)}`;
    return `\\def${name(at + 1)}{${name(at)}${name(at)}}`;
  });
  expect(render(`$\\def\\ma{x}${doubled.join("")}\\mz$`)).toContain("katex-error");
  expect(render("$\\def\\a{\\a\\a}\\a$")).toContain("katex-error");
  expect(render(`$${"{".repeat(20000)}x${"}".repeat(20000)}$`)).toContain("x");
  expect(performance.now() - began).toBeLessThan(5000);
});

test("the first bold use of a known word leads to the glossary where that is wanted", () => {
  const text = "One **mask**, a **mask**, **blocks** and **both**.";
  expect(render(text)).not.toContain("<a");
  const html = render(text, { linksTerms: true });
  expect(html.match(/<a /g)).toHaveLength(2);
  expect(html).toContain(
    '<a class="term" href="/glossary#mask" target="_blank" rel="noopener">mask</a>, a <strong>',
  );
  expect(html).toContain('href="/glossary#block"');
  expect(html).toContain("<strong>both</strong>");
});
