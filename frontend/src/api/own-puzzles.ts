/** Puzzles that teachers write, over the API. Every call throws ApiError. */
import { answer, json, posted } from "./client";
import type { ClassPuzzle, OwnPuzzle, OwnPuzzleSummary, OwnVersion } from "./types";

export type Files = Record<string, string>;

export const ownPuzzles = {
  all: () => json<OwnPuzzleSummary[]>("/api/own-puzzles"),
  /** files: left out, those of a small puzzle to begin from. */
  add: (title: string, files?: Files) =>
    json<OwnPuzzle>("/api/own-puzzles", posted({ title, ...(files ? { files } : {}) })),
};

/** What concerns one of them. */
export function ownPuzzle(id: string) {
  const at = `/api/own-puzzles/${encodeURIComponent(id)}`;
  const inClass = (classroom: string) =>
    `/api/classrooms/${encodeURIComponent(classroom)}/puzzles/${encodeURIComponent(id)}`;
  return {
    get: () => json<OwnPuzzle>(at),
    /** edited_at: of the draft that this one was made from. */
    save: (title: string, files: Files, edited_at: string) =>
      json<OwnPuzzle>(at, { ...posted({ title, files, edited_at }), method: "PUT" }),
    remove: async () => {
      await answer(at, { method: "DELETE" });
    },
    check: () => json<OwnVersion>(`${at}/check`, { method: "POST" }),
    version: (number: number) => json<OwnVersion>(`${at}/versions/${number}`),
    publish: (version: number, judge_again: boolean) =>
      json<OwnPuzzle>(`${at}/publish`, posted({ version, judge_again })),
    give: (classroom: string) => json<ClassPuzzle>(inClass(classroom), { method: "PUT" }),
    takeBack: async (classroom: string) => {
      await answer(inClass(classroom), { method: "DELETE" });
    },
    folderPath: (version: number | null) => `${at}/folder.zip${version ? `?version=${version}` : ""}`,
  };
}

/** Puzzles of teachers' own that a class may be given. */
export function classPuzzles(classroom: string): Promise<ClassPuzzle[]> {
  return json<ClassPuzzle[]>(`/api/classrooms/${encodeURIComponent(classroom)}/puzzles`);
}
