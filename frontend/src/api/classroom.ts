/** Classes over the API: for who teaches, who helps and who learns. Every call throws ApiError. */
import { answer, json, posted } from "./client";
import type {
  Assignment,
  Assignments,
  Attempts,
  Audit,
  ClassBoard,
  ClassRole,
  Classroom,
  ClassroomChange,
  Classrooms,
  CsvForm,
  Grades,
  Invitation,
  Joined,
  JoinOffer,
  Member,
  NewAssignment,
  Note,
  OneTimeLink,
  OwnAssignments,
  OwnNote,
  PersonalCode,
  Rejudge,
  Rejudges,
  RosterReading,
  Similar,
  Teacher,
} from "./types";

export const classes = {
  mine: () => json<Classrooms>("/api/classrooms"),
  add: (name: string, time_zone: string, teacher_name: string | null) =>
    json<Classroom>("/api/classrooms", posted({ name, time_zone, teacher_name })),
  teachers: () => json<Teacher[]>("/api/teachers"),
  addTeacher: (name: string) => json<OneTimeLink>("/api/teachers", posted({ name })),
  removeTeacher: (id: string) => gone(`/api/teachers/${encodeURIComponent(id)}`),
  /** What a one-time link gives, before it is used. */
  invitation: (token: string) => json<Invitation>("/api/invitations/look", posted({ token })),
  accept: (token: string) => json<Invitation>("/api/invitations", posted({ token })),
  offer: (code: string) => json<JoinOffer>(`/api/join/${encodeURIComponent(code)}`),
  join: (code: string, name: string | null) => json<Joined>("/api/join", posted({ code, name })),
};

/** What concerns one class. */
export function classroom(id: string) {
  const at = `/api/classrooms/${encodeURIComponent(id)}`;
  const member = (mid: string) => `${at}/members/${encodeURIComponent(mid)}`;
  const assignment = (aid: string) => `${at}/assignments/${encodeURIComponent(aid)}`;
  const rejudge = (aid: string, rid: string) => `${assignment(aid)}/rejudge/${encodeURIComponent(rid)}`;
  return {
    get: () => json<Classroom>(at),
    change: (wish: ClassroomChange) => json<Classroom>(at, changed(wish)),
    clone: (name: string, shift_days: number) => json<Classroom>(`${at}/clone`, posted({ name, shift_days })),
    remove: () => gone(at),
    newCode: () => json<Classroom>(`${at}/code`, { method: "POST" }),
    leave: async () => {
      await answer(`${at}/leave`, { method: "POST" });
    },
    /** code: the join code that it shows. site: for a server that was not told its own address. */
    qrPath: (code: string, site: string) => `${at}/qr.svg${query({ site, code })}`,
    audit: (page: number) => json<Audit>(`${at}/audit?page=${page}`),

    members: () => json<Member[]>(`${at}/members`),
    invite: (name: string, role: ClassRole) => json<OneTimeLink>(`${at}/members`, posted({ name, role })),
    changeMember: (mid: string, wish: { name?: string; role?: ClassRole }) =>
      json<Member>(member(mid), changed(wish)),
    removeMember: (mid: string) => gone(member(mid)),
    merge: (mid: string, into: string) => json<Member>(`${member(mid)}/merge`, posted({ into })),
    move: (mid: string, to: string) => answer(`${member(mid)}/move`, posted({ classroom: to })),
    memberCode: (mid: string) => json<PersonalCode>(`${member(mid)}/code`, { method: "POST" }),
    /** The bytes as they are: the server finds out how they are written. */
    roster: (bytes: Blob | string, isDry: boolean) =>
      json<RosterReading>(`${at}/roster${isDry ? "?dry_run=true" : ""}`, {
        method: "POST",
        headers: { "Content-Type": "text/csv" },
        body: bytes,
      }),

    assignments: () => json<Assignments>(`${at}/assignments`),
    addAssignment: (wish: NewAssignment) => json<Assignment>(`${at}/assignments`, posted(wish)),
    changeAssignment: (aid: string, wish: NewAssignment) => json<Assignment>(assignment(aid), changed(wish)),
    removeAssignment: (aid: string) => gone(assignment(aid)),
    extend: (aid: string, mid: string, due_at: string | null) =>
      json<Assignment>(`${assignment(aid)}/extensions/${encodeURIComponent(mid)}`, {
        ...posted({ due_at }),
        method: "PUT",
      }),

    board: (aid: string | null) => json<ClassBoard>(`${at}/board${query({ assignment: aid })}`),
    /** after: the snapshot's event_id. */
    boardEvents: (after: string) => `${at}/board/events${query({ after })}`,
    attempts: (mid: string, puzzle: string) =>
      json<Attempts>(`${member(mid)}/puzzles/${encodeURIComponent(puzzle)}`),
    sendNote: (mid: string, text: string, puzzle: string | null) =>
      json<Note>(`${member(mid)}/notes`, posted({ text, puzzle })),

    grades: (aid: string | null) => json<Grades>(`${at}/grades${query({ assignment: aid })}`),
    csvPath: (form: CsvForm, aid: string | null) => `${at}/grades.csv${query({ form, assignment: aid })}`,
    zipPath: (aid: string | null) => `${at}/solutions.zip${query({ assignment: aid })}`,
    rejudges: (aid: string) => json<Rejudges>(`${assignment(aid)}/rejudge`),
    rejudge: (aid: string, puzzle: string) => json<Rejudge>(`${assignment(aid)}/rejudge`, posted({ puzzle })),
    applyRejudge: (aid: string, rid: string) =>
      json<Rejudge>(`${rejudge(aid, rid)}/apply`, { method: "POST" }),
    dropRejudge: (aid: string, rid: string) => gone(rejudge(aid, rid)),
    similar: (aid: string) => json<Similar>(`${assignment(aid)}/similar`),
  };
}

export type ClassroomApi = ReturnType<typeof classroom>;

export const student = {
  assignments: () => json<OwnAssignments>("/api/me/assignments"),
  notes: async () => (await json<{ notes: OwnNote[] }>("/api/me/notes")).notes,
  readNote: async (id: string) => {
    await answer(`/api/me/notes/${encodeURIComponent(id)}/read`, { method: "POST" });
  },
};

function changed(body: unknown): RequestInit {
  return { ...posted(body), method: "PATCH" };
}

async function gone(path: string): Promise<void> {
  await answer(path, { method: "DELETE" });
}

function query(asked: Record<string, string | null>): string {
  const given = Object.entries(asked).filter((one): one is [string, string] => one[1] !== null);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
