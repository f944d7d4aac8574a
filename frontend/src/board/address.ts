/** What the leaderboard's address says: which board, and which page of it. */
import { useEffect, useState } from "preact/hooks";
import type { Device } from "../api/types";

export const DEVICES: Readonly<Record<Device, string>> = { interpreter: "Interpreter", gpu: "GPU" };

/** puzzle: a slug; null for all. classroom: of which one is; null for everybody. page: from 1. */
export interface Asked {
  classroom: string | null;
  puzzle: string | null;
  device: Device;
  page: number;
}

/** What cannot be understood is as if it were not there. */
export function parseBoard(search: string): Asked {
  const query = new URLSearchParams(search);
  const page = query.get("page") ?? "";
  return {
    classroom: query.get("classroom") || null,
    puzzle: query.get("puzzle") || null,
    device: query.get("device") === "gpu" ? "gpu" : "interpreter",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** "?puzzle=long-sum&page=2", with nothing that goes without saying; empty for the first page of all. */
export function boardQuery({ classroom, puzzle, device, page }: Asked): string {
  const query = new URLSearchParams();
  if (classroom) query.set("classroom", classroom);
  if (puzzle) query.set("puzzle", puzzle);
  if (device !== "interpreter") query.set("device", device);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `?${query}` : "";
}

export function boardPath(asked: Asked): string {
  return `/leaderboard${boardQuery(asked)}`;
}

export function useBoardAddress(): Asked {
  const [search, setSearch] = useState(location.search);
  useEffect(() => {
    const moved = () => setSearch(location.search);
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);
  return parseBoard(search);
}
