/** A puzzle that is being written: saved a moment after each change, and never over what was saved elsewhere. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/client";
import { type Files, ownPuzzle } from "../api/own-puzzles";
import type { OwnPuzzle } from "../api/types";
import { toSend } from "./files";

const PAUSE_MS = 1200;

export interface Draft {
  title: string;
  files: Files;
  /** What is said of it, and whether that must not be missed. */
  kept: string;
  isLoud: boolean;
  change(wish: { title?: string; files?: Files }): void;
  /** Saves what is not saved yet. Throws ApiError. */
  save(): Promise<void>;
}

export function useDraft(given: OwnPuzzle, onSaved: (puzzle: OwnPuzzle) => void): Draft {
  const [{ title, files }, setShown] = useState({ title: given.title, files: given.files as Files });
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(true);
  const latest = useRef({
    title: given.title,
    files: given.files as Files,
    edited_at: given.edited_at,
    change: 0,
  });
  const saving = useRef<Promise<void> | null>(null);
  const told = useRef(onSaved);
  told.current = onSaved;

  const save = useCallback(async (): Promise<void> => {
    while (saving.current) await saving.current.catch(() => {});
    const { title, files, edited_at, change } = latest.current;
    if (change === 0) return;
    const work = ownPuzzle(given.id)
      .save(title.trim() || "Untitled", toSend(files), edited_at)
      .then((puzzle) => {
        latest.current.edited_at = puzzle.edited_at;
        // What was typed meanwhile is still to be saved.
        if (latest.current.change === change) latest.current.change = 0;
        setSaved(latest.current.change === 0);
        setProblem(null);
        told.current(puzzle);
      });
    saving.current = work;
    try {
      await work;
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : "It could not be saved.");
      throw error;
    } finally {
      saving.current = null;
    }
  }, [given.id]);

  const change = useCallback((wish: { title?: string; files?: Files }) => {
    latest.current = { ...latest.current, ...wish, change: latest.current.change + 1 };
    setShown({ title: latest.current.title, files: latest.current.files });
    setSaved(false);
  }, []);

  useEffect(() => {
    if (isSaved) return;
    const soon = setTimeout(() => save().catch(() => {}), PAUSE_MS);
    return () => clearTimeout(soon);
  }, [title, files, isSaved, save]);
  // Who leaves at once loses nothing either.
  useEffect(() => () => void save().catch(() => {}), [save]);
  useEffect(() => {
    if (isSaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isSaved]);

  const kept = problem ? `Not saved: ${problem}` : isSaved ? "Saved" : "Saving";
  return { title, files, kept, isLoud: problem !== null, change, save };
}
