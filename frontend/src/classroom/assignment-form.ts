/** An assignment as a form holds it, and as it is sent; and its rules in words. */
import type { Assignment, AssignmentItem, NewAssignment } from "../api/types";
import { fromField, showIn, toField } from "./zone";

/** opens, due: as a field of the type datetime-local holds them, on the class's clock; empty for none. */
export interface AssignmentForm {
  title: string;
  items: AssignmentItem[];
  opens: string;
  due: string;
  late: NewAssignment["late"];
  allows_hints: boolean;
  allows_solutions: boolean;
  device: NewAssignment["device"];
  is_exam: boolean;
}

export function toForm(zone: string, given: Assignment | null): AssignmentForm {
  return {
    title: given?.title ?? "",
    items: given?.items ?? [],
    opens: given?.opens_at ? toField(zone, given.opens_at) : "",
    due: given?.due_at ? toField(zone, given.due_at) : "",
    late: given?.late ?? "shown",
    allows_hints: given?.allows_hints ?? true,
    allows_solutions: given?.allows_solutions ?? false,
    device: given?.device ?? "interpreter",
    is_exam: given?.is_exam ?? false,
  };
}

/** What is to be sent, or what is still missing, in words. */
export function toWish(zone: string, form: AssignmentForm): NewAssignment | string {
  const opens_at = form.opens ? fromField(zone, form.opens) : null;
  const due_at = form.due ? fromField(zone, form.due) : null;
  if (!form.title.trim()) return "Give the assignment a title.";
  if (form.items.length === 0) return "Choose at least one puzzle.";
  if (form.opens && !opens_at) return "The time at which it opens is not whole.";
  if (form.due && !due_at) return "The due time is not whole.";
  if (form.is_exam && !(opens_at && due_at)) return "An exam needs a time to open and a time to end.";
  if (opens_at && due_at && Date.parse(due_at) <= Date.parse(opens_at))
    return "It would be due before it opens.";
  if (form.items.some(({ points }) => !(points >= 0 && points <= 1000)))
    return "Points are from 0 to 1,000 a puzzle.";
  const { opens, due, ...rest } = form;
  return { ...rest, title: form.title.trim(), opens_at, due_at };
}

/** "From Mon 30 Nov, 09:00, due Fri 4 Dec, 23:59". */
export function whenInWords(zone: string, { opens_at, due_at, is_exam }: Assignment): string {
  const opens = opens_at ? `from ${showIn(zone, opens_at)}` : "";
  const due = due_at ? `${is_exam ? "until" : "due"} ${showIn(zone, due_at)}` : "never due";
  const words = [opens, due].filter(Boolean).join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The rules that are not the usual ones; empty where all are. */
export function rulesInWords(given: Assignment): string[] {
  if (given.is_exam)
    return ["exam: hints, solutions, share links and other assignments are closed meanwhile"];
  return [
    given.due_at === null
      ? ""
      : given.late === "closed"
        ? "late runs do not count"
        : "late runs count, marked as late",
    given.allows_hints ? "" : "no hints",
    given.allows_solutions ? "" : "no solutions",
    given.device === "gpu" ? "on a GPU" : "",
  ].filter(Boolean);
}
