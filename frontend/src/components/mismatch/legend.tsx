/** What the colours and marks of the maps stand for. */
import { showNumber } from "../../numbers";
import type { Evidence } from "./evidence";
import { DIFFERENCE_STEPS, VALUE_STEPS } from "./scales";

const steps = (count: number) => Array.from({ length: count }, (_, at) => at);

export function DifferenceLegend({ evidence }: { evidence: Evidence }) {
  const top = showNumber(evidence.differences[2]);
  const has = (standing: string) => evidence.standing.some((one) => one === standing);
  const agrees =
    evidence.slack > 0 ? `within ${showNumber(Number(evidence.slack.toPrecision(2)))}` : "agrees";
  return (
    <>
      <div class="ramp" aria-hidden="true">
        {steps(DIFFERENCE_STEPS).map((at) => (
          <i key={`lo${at}`} class={`f-lo${DIFFERENCE_STEPS - at}`} />
        ))}
        <i class="f-same" />
        {steps(DIFFERENCE_STEPS).map((at) => (
          <i key={`hi${at}`} class={`f-hi${at + 1}`} />
        ))}
      </div>
      <div class="scale">
        <span>yours lower by {top}</span>
        <span>{agrees}</span>
        <span>yours higher by {top}</span>
      </div>
      {has("never-written") || has("not-a-number") ? (
        <div class="marks">
          {has("never-written") ? (
            <span>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <rect class="m-slot" x="1" y="1" width="14" height="14" />
                <circle class="m-never" cx="8" cy="8" r="3.75" />
              </svg>
              never written
            </span>
          ) : null}
          {has("not-a-number") ? (
            <span>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <rect class="m-slot" x="1" y="1" width="14" height="14" />
                <path class="m-nan" d="m4.5 4.5 7 7m0-7-7 7" />
              </svg>
              nan
            </span>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

export function ValueLegend({ evidence }: { evidence: Evidence }) {
  const { low, high, below, above } = evidence.values;
  return (
    <div>
      <div class="ramp" aria-hidden="true">
        {steps(VALUE_STEPS).map((at) => (
          <i key={at} class={`f-v${at}`} />
        ))}
      </div>
      <div class="scale">
        <span>
          {below ? "≤ " : ""}
          {showNumber(low)}
        </span>
        {low < 0 && high === -low ? <span>0</span> : null}
        <span>
          {above ? "≥ " : ""}
          {showNumber(high)}
        </span>
      </div>
    </div>
  );
}
