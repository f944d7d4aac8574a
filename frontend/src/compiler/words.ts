/** How targets, forms and numbers of a compiled kernel are called. */
import type { Compiled, Form, Target } from "../api/types";

export const TARGETS: Record<Target, string> = {
  sm_80: "A100",
  sm_90: "H100, H200",
  sm_100: "B200",
  gfx942: "MI300",
};

export const FORMS: Record<Form, { label: string; meaning: string }> = {
  ttir: { label: "TTIR", meaning: "Triton's own form: blocks, no threads yet." },
  ttgir: { label: "TTGIR", meaning: "The same with its blocks spread over threads." },
  llir: { label: "LLIR", meaning: "LLVM's form: what one thread does." },
  ptx: { label: "PTX", meaning: "NVIDIA's assembly for any of its cards, before registers are given out." },
  amdgcn: { label: "AMDGCN", meaning: "AMD's assembly." },
  sass: { label: "SASS", meaning: "What this very card runs." },
};

/** The form that a visitor who chose none is shown: what people mean by the compiled kernel. */
export function usualForm(compiled: Compiled): Form | null {
  const forms = compiled.forms.map((one) => one.form);
  return forms.find((form) => form === "ptx" || form === "amdgcn") ?? forms.at(-1) ?? null;
}

const LESSONS: Record<string, string> = {
  load_width: "Width of each load",
  store_width: "Width of each store",
  registers: "Registers",
  spills: "Spills",
  shared_memory: "Shared memory",
  shape: "Threads",
};

export function lessonName(name: string): string {
  return LESSONS[name] ?? name.replaceAll("_", " ");
}

/** "N0 = 200, B0 = 32". */
export function showNumbers(numbers: Compiled["numbers"]): string {
  return Object.entries(numbers ?? {})
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ");
}
