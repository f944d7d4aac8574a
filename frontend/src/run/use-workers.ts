/** Whether anybody is there to judge: asked at first, and again while a run waits or nobody was there. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../api/client";

const LOOK_AGAIN_MS = 5000;
const PATIENCE_MS = 1500;

/** The server's words on its missing workers, or null where workers answer or nothing is known. */
export function useMissingWorkers(isWaiting: boolean): string | null {
  const [missing, setMissing] = useState<string | null>(null);
  const isMissing = missing !== null;
  useEffect(() => {
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const parts = await api.readiness().then(
        (readiness) => readiness.parts,
        () => null,
      );
      if (ended) return;
      const workers = parts?.workers;
      setMissing(workers && !workers.ok ? workers.detail : null);
      if (isWaiting || isMissing) timer = setTimeout(() => void look(), LOOK_AGAIN_MS);
    };
    timer = setTimeout(() => void look(), isWaiting || isMissing ? PATIENCE_MS : 0);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [isWaiting, isMissing]);
  return missing;
}
