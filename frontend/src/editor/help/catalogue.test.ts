import { describe, expect, test } from "vitest";
import { CARDS, cardNamed, cardOf, signatureOf } from "./catalogue";

describe("the catalogue", () => {
  test("a dotted name leads to its card", () => {
    expect(cardOf("tl.load")?.says).toContain("pointer");
    expect(cardOf("tl.math.exp")?.name).toBe("exp");
    expect(cardOf("tl.math.load")).toBeNull();
    expect(cardOf("acc.to")?.name).toBe("tensor-to");
    expect(cardOf("tl.nothing")).toBeNull();
    expect(cardOf("load")).toBeNull();
  });

  test("a method's signature leaves the block itself out", () => {
    expect(signatureOf("x.sum")?.label).toBe("x.sum(axis=None, keep_dims=False, dtype=None)");
    expect(signatureOf("tl.sum")?.parameters[0]?.name).toBe("input");
    expect(signatureOf("x.sum")?.parameters[0]?.name).toBe("axis");
    expect(signatureOf("tl.float32")).toBeNull();
  });

  test("what a card points to exists", () => {
    for (const card of CARDS) for (const name of card.see ?? []) expect(cardNamed(name), name).not.toBeNull();
  });
});
