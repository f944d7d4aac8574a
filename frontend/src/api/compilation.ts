/** The compile check of a submission. Apart from the other requests, since the first load needs none of it. */
import { json } from "./client";
import type { CompileCheck, Target } from "./types";

/** caseName: whose sizes and blocks; the first case where left out. */
export function compilation(id: string, target: Target, caseName?: string): Promise<CompileCheck> {
  const query = new URLSearchParams({ target, ...(caseName ? { case: caseName } : {}) });
  return json<CompileCheck>(`/api/submissions/${encodeURIComponent(id)}/compile?${query}`);
}
