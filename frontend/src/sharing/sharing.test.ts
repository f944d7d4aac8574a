// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { Launch } from "../api/types";
import { row } from "../sandbox/form";
import { explorerAddress, startOfLaunch, withLaunch } from "./compiler-explorer";
import { formOf } from "./launch-form";
import { absolute, embedCode } from "./links";

const PLAIN = { kind: "normal" as const, mean: 0, std: 1, low: 0, high: 1, step: 1, zeros: 0 };
const LAUNCH: Launch = {
  kernel: "add",
  tensors: [
    { name: "x_ptr", dtype: "float16", shape: [8, 4], fill: { ...PLAIN, kind: "uniform", low: -1, high: 2 } },
    { name: "m_ptr", dtype: "int32", shape: [4], fill: { ...PLAIN, kind: "ones", zeros: 1 } },
    { name: "z_ptr", dtype: "float32", shape: [8], init: "zeros" },
  ],
  grid: [2, 3],
  constants: { scale: 1, B: 16, on: true },
};
const CONSTANTS = { scale: "1.0", B: "16", on: "true" };
const SOURCE =
  "import triton\n\n@triton.jit\ndef add(x_ptr, m_ptr, z_ptr, scale, B: tl.constexpr):\n    pass\n";

describe("a shared launch in the sandbox's fields", () => {
  it("holds what was launched, with floats that stay floats", () => {
    expect(formOf(LAUNCH, CONSTANTS)).toEqual({
      kernel: "add",
      grid: "2 x 3",
      seed: "",
      rows: {
        x_ptr: row({ dtype: "float16", shape: "8 x 4", fill: "uniform", a: "-1", b: "2" }),
        m_ptr: row({ dtype: "int32", shape: "4", fill: "zeros" }),
        z_ptr: row({ use: "output", shape: "8", init: "zeros" }),
        scale: row({ use: "constant", value: "1.0" }),
        B: row({ use: "constant", value: "16" }),
        on: row({ use: "constant", value: "true" }),
      },
    });
  });
});

describe("Compiler Explorer", () => {
  it("is given one launch, with the numbers that the kernel takes", () => {
    const text = withLaunch(SOURCE, startOfLaunch(LAUNCH, CONSTANTS));
    expect(text).toContain("x_ptr = torch.empty((8, 4), dtype=torch.float16)");
    expect(text).toContain("z_ptr = torch.empty((8,), dtype=torch.float32)");
    expect(text).toContain("add[(2, 3)](x_ptr=x_ptr, m_ptr=m_ptr, z_ptr=z_ptr, scale=1.0, B=16)");
  });

  it("is opened with a state that it can read", () => {
    const address = explorerAddress("# ünïcode\n", null) ?? "";
    const [, state = ""] = /^https:\/\/godbolt\.org\/clientstate\/([\w-]+)$/.exec(address) ?? [];
    const bytes = Uint8Array.from(atob(state.replaceAll("-", "+").replaceAll("_", "/")), (sign) =>
      sign.charCodeAt(0),
    );
    const [session] = JSON.parse(new TextDecoder().decode(bytes)).sessions;
    expect([session.language, session.source]).toEqual(["triton", "# ünïcode\n"]);
  });

  it("is not offered what no address can carry", () => {
    expect(explorerAddress("#".repeat(20_000), null)).toBeNull();
  });
});

describe("the addresses of a link", () => {
  it("are the server's where it knows them, else of this page", () => {
    expect(absolute({ url: "https://triton.example.org/s/AAAAAAAAAAA" })).toBe(
      "https://triton.example.org/s/AAAAAAAAAAA",
    );
    expect(absolute({ url: "/s/AAAAAAAAAAA" })).toBe(`${location.origin}/s/AAAAAAAAAAA`);
  });

  it("make a frame whose title cannot break out", () => {
    const code = embedCode({ id: "AAAAAAAAAAA", url: "https://t.example/s/AAAAAAAAAAA" }, 'a "b" <c>');
    expect(code).toContain('src="https://t.example/embed/AAAAAAAAAAA"');
    expect(code).toContain('title="a &quot;b&quot; &lt;c>"');
  });
});
