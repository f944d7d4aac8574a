import { describe, expect, it } from "vitest";
import { boardPath, parseBoard } from "./address";

describe("the leaderboard's address", () => {
  it("comes back as it was written", () => {
    for (const asked of [
      { puzzle: null, device: "interpreter", page: 1, classroom: null },
      { puzzle: "long-sum", device: "gpu", page: 12, classroom: "k3j9" },
      { puzzle: "long-sum", device: "interpreter", page: 1, classroom: null },
    ] as const)
      expect(parseBoard(boardPath(asked).replace("/leaderboard", ""))).toEqual(asked);
    expect(boardPath({ puzzle: null, device: "interpreter", page: 1, classroom: null })).toBe("/leaderboard");
  });

  it("is the first page of all where it cannot be understood", () => {
    for (const search of [
      "",
      "?",
      "?page=0",
      "?page=-1",
      "?page=1e9",
      "?page=x",
      "?device=abacus",
      "?puzzle=",
    ])
      expect(parseBoard(search)).toEqual({ puzzle: null, device: "interpreter", page: 1, classroom: null });
  });
});
