import { expect, test } from "vitest";
import { fromFragment, readSandbox, toFragment } from "./address";
import { EXAMPLES } from "./examples";

const { source, form } = EXAMPLES[0];

test("a sandbox comes back from its fragment as it was", async () => {
  const fragment = await toFragment({ source: `${source}# žluť 🙂\n`, form });
  expect(fragment).toMatch(/^z\.[\w-]+$/);
  expect(await fromFragment(`#${fragment}`)).toEqual({ source: `${source}# žluť 🙂\n`, form });
});

test.each(["", "#", "#z.", "#z.AAAA", "#j.bm8", "#x.AAAA", "#z.%%%", "#j.e30"])(
  "%j is no sandbox",
  async (fragment) => {
    expect(await fromFragment(fragment)).toBeNull();
  },
);

test("a link that unpacks to far more than a sandbox is refused", async () => {
  const huge = await toFragment({ source: "a".repeat(3 << 20), form });
  expect(huge.length).toBeLessThan(10_000);
  expect(await fromFragment(huge)).toBeNull();
});

test("what is odd in a row becomes what a new row has", () => {
  const rows = { x: { dtype: "float8", shape: 4, use: "output", value: "1" }, y: null };
  expect(readSandbox({ source: "", form: { kernel: "k", grid: "1", rows } })?.form.rows).toMatchObject({
    x: { dtype: "float32", shape: "", use: "output", value: "1" },
    y: { use: "input" },
  });
});
