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
