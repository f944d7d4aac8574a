/** Learning platforms over the API: registrations, what a launch asks, and the course of a class. Calls throw ApiError. */
import { answer, json, posted } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type Platform = Schemas["Platform"];
export type Platforms = Schemas["Platforms"];
export type NewPlatform = Schemas["NewPlatform"];
export type LinkOffer = Schemas["LinkOffer"];
export type ChoiceOffer = Schemas["ChoiceOffer"];
export type Course = Schemas["Course"];
export type CourseOfClass = Schemas["CourseOfClass"];
export type CourseRoster = Schemas["CourseRoster"];

const at = "/api/lti";
const one = (id: string) => `${at}/platforms/${encodeURIComponent(id)}`;

export const platforms = {
  all: () => json<Platforms>(`${at}/platforms`),
  add: (wish: NewPlatform) => json<Platform>(`${at}/platforms`, posted(wish)),
  change: (id: string, wish: NewPlatform) => json<Platform>(one(id), { ...posted(wish), method: "PUT" }),
  remove: async (id: string) => {
    await answer(one(id), { method: "DELETE" });
  },
};

/** token: what follows # in the address that a launch leads to. */
export const launched = {
  link: (token: string) => json<LinkOffer>(`${at}/links/look`, posted({ token })),
  /** classroom: null makes a new class. Returns where to go. */
  connect: (token: string, classroom: string | null, time_zone: string) =>
    json<Schemas["Next"]>(`${at}/links`, posted({ token, classroom, time_zone })),
  choice: (token: string) => json<ChoiceOffer>(`${at}/choices/look`, posted({ token })),
  choose: (token: string, assignments: string[], puzzles: string[]) =>
    json<Schemas["Next"]>(`${at}/choices`, posted({ token, assignments, puzzles })),
};

export function courseOf(classroom: string) {
  const path = `/api/classrooms/${encodeURIComponent(classroom)}/lti`;
  return {
    get: () => json<CourseOfClass>(path),
    change: (sends_grades: boolean) =>
      json<CourseOfClass>(path, { ...posted({ sends_grades }), method: "PATCH" }),
    unlink: async () => {
      await answer(path, { method: "DELETE" });
    },
    sendAgain: () => json<CourseOfClass>(`${path}/grades`, { method: "POST" }),
    roster: () => json<CourseRoster>(`${path}/people`, { method: "POST" }),
  };
}
