/** The names by which the page speaks of what the API sends. All of it is generated. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Outcome = Schemas["Outcome"];
export type PuzzleSummary = Schemas["PuzzleSummary"];
export type Puzzle = Schemas["Puzzle"];
export type Tensor = Schemas["Tensor"];
export type Case = Schemas["Case"];
export type Submission = Schemas["Submission"];
export type Verdict = Schemas["Verdict"];
export type CaseVerdict = Schemas["CaseVerdict"];
export type Mismatch = Schemas["Mismatch"];
export type InvalidAccess = Schemas["InvalidAccess"];
export type OutputBlock = Schemas["OutputBlock"];
export type Problem = Schemas["Problem"];

export type CompileCheck = Schemas["CompileCheck"];
export type Compiled = Schemas["Compiled"];
export type Target = Schemas["Target"];
export type Form = Schemas["Listing"]["form"];
export type Lesson = Schemas["Lesson"];

export type MemoryScore = Schemas["MemoryScore"];
export type Question = Schemas["Question"];
export type Solution = Schemas["Solution"];
export type HelpTaken = Schemas["HelpTaken"];
export type Launch = Schemas["Launch"];
export type LaunchTensor = Schemas["LaunchTensor"];

export type Privacy = Schemas["Privacy"];
export type ShareLink = Schemas["ShareLink"];
export type SharedSolution = Schemas["SharedSolution"];
export type ListedSolutions = Schemas["ListedSolutions"];
export type OwnShare = Schemas["OwnShare"];

export type Me = Schemas["Me"];
export type Account = Schemas["Account"];
export type Move = Schemas["Move"];
export type BearerToken = Schemas["BearerToken"];
export type MadeToken = Schemas["MadeToken"];
export type SignInSession = Schemas["SignInSession"];
export type SignInProvider = Schemas["SignInProvider"];
export type PuzzleProgress = Schemas["PuzzleProgress"];
export type Activity = Schemas["Activity"];
export type Board = Schemas["Board"];
export type BoardRow = Schemas["BoardRow"];
export type HiddenRow = Schemas["HiddenRow"];
export type Device = Schemas["Device"];
export type Accepted = Schemas["Accepted"];
export type AcceptedBatch = Schemas["AcceptedBatch"];
export type Batch = Schemas["Batch"];

export type Classroom = Schemas["Classroom"];
export type Classrooms = Schemas["Classrooms"];
export type ClassroomChange = Schemas["ClassroomChange"];
export type ClassRole = Schemas["ClassRole"];
export type Right = Schemas["Action"];
export type Teacher = Schemas["Teacher"];
export type OneTimeLink = Schemas["OneTimeLink"];
export type Invitation = Schemas["Invitation"];
export type JoinOffer = Schemas["JoinOffer"];
export type Joined = Schemas["Joined"];
export type Member = Schemas["Member"];
export type PersonalCode = Schemas["PersonalCode"];
export type RosterReading = Schemas["RosterReading"];
export type Assignment = Schemas["Assignment"];
export type Assignments = Schemas["Assignments"];
export type AssignmentItem = Schemas["AssignmentItem"];
export type NewAssignment = Schemas["NewAssignment"];
export type OwnAssignment = Schemas["OwnAssignment"];
export type OwnAssignments = Schemas["OwnAssignments"];
export type Note = Schemas["Note"];
export type OwnNote = Schemas["OwnNote"];
export type ClassBoard = Schemas["ClassBoard"];
export type BoardMember = Schemas["BoardMember"];
export type PuzzleColumn = Schemas["PuzzleColumn"];
export type Cell = Schemas["Cell"];
export type CellChange = Schemas["CellChange"];
export type Attempt = Schemas["Attempt"];
export type Attempts = Schemas["Attempts"];
export type Grades = Schemas["Grades"];
export type GradedAssignment = Schemas["GradedAssignment"];
export type Grade = Schemas["Grade"];
export type GradeRow = Schemas["GradeRow"];
export type CsvForm = "plain" | "canvas" | "moodle";
export type Rejudge = Schemas["Rejudge"];
export type Rejudges = Schemas["Rejudges"];
export type AuditEntry = Schemas["AuditEntry"];
export type Audit = Schemas["Audit"];
export type Similar = Schemas["Similar"];
export type SimilarPair = Schemas["SimilarPair"];

/** What /readyz says of its parts: it answers 503 with the same body when one of them is not well. */
export type Readiness = Schemas["Readiness"];

/** What a submission's event stream carries; the name of a server-sent event is its type. */
export type RunEvent = Schemas["EventData"];

export const EVENT_TYPES: readonly RunEvent["type"][] = [
  "queued",
  "started",
  "output",
  "progress",
  "verdict",
];

export type OwnPuzzle = Schemas["OwnPuzzle"];
export type OwnPuzzleSummary = Schemas["OwnPuzzleSummary"];
export type OwnVersion = Schemas["OwnVersion"];
export type OwnVersionSummary = Schemas["OwnVersionSummary"];
export type CheckReport = Schemas["CheckReport"];
export type ClassPuzzle = Schemas["ClassPuzzle"];
