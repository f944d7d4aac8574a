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
