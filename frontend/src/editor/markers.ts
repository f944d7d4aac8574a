/** What a verdict says about lines of the source. */
import type { Problem, Verdict } from "../api/types";
import { plural, showElement, showProgram } from "../numbers";
import { ACCESS_WORDS } from "../words";
import type { Marker } from "./props";

/** One marker for an error, one a line and tensor for accesses out of bounds, one for each warning. */
export function markersOf(verdict: Verdict | null): Marker[] {
  if (!verdict) return [];
  const markers: Marker[] = [];
  const { error } = verdict;
  if (error?.line) {
    const message = error.hint ? `${error.message}\n${error.hint}` : error.message;
    markers.push({
      line: error.line,
      column: error.column ?? null,
      severity: "error",
      message,
      code: error.kind,
    });
  }
  const told = new Set<string>();
  for (const one of verdict.cases) {
    for (const access of one.invalid_accesses) {
      const key = `${access.line} ${access.op} ${access.tensor}`;
      if (access.line === null || told.has(key)) continue;
      told.add(key);
      const { verb } = ACCESS_WORDS[access.op];
      const first = showElement(access.tensor, access.first_index);
      const message = `${plural(access.lanes, "lane")} ${access.lanes === 1 ? verb : verb.slice(0, -1)} outside ${access.tensor}: ${first}, ${showProgram(access.program, one.grid)}, case “${one.title}”.`;
      markers.push({ line: access.line, column: null, severity: "error", message });
    }
  }
  for (const { code, line, message } of verdict.warnings) {
    if (line) markers.push({ line, column: null, severity: "warning", message, code });
  }
  return markers;
}

/** What keeps the kernel from compiling for a GPU, unless the verdict said the same. */
export function compileMarkers(verdict: Verdict | null, problem: Problem | null): Marker[] {
  if (!problem?.line || problem.message === verdict?.error?.message) return [];
  const message = `Does not compile for a GPU: ${problem.message}${problem.hint ? `\n${problem.hint}` : ""}`;
  return [{ line: problem.line, column: problem.column ?? null, severity: "error", message }];
}
