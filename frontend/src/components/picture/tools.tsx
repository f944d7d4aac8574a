/** Zoom, and the same as a table. */
import type { Zoom } from "../../picture/layout";
import { FULL_PX } from "../../picture/layout";

export interface ToolsProps {
  zoom: Zoom;
  asTable: boolean;
  onZoom(zoom: Zoom): void;
  onStepZoom(direction: 1 | -1): void;
  onTable(asTable: boolean): void;
}

export function Tools({ zoom, asTable, onZoom, onStepZoom, onTable }: ToolsProps) {
  return (
    <div class="ap__tools" role="group" aria-label="View of the picture">
      {asTable ? null : (
        <span class="zoom">
          <button type="button" aria-label="Smaller" onClick={() => onStepZoom(-1)}>
            −
          </button>
          <button type="button" aria-pressed={zoom === "fit"} onClick={() => onZoom("fit")}>
            Fit
          </button>
          <button
            type="button"
            aria-label="One to one"
            aria-pressed={zoom === FULL_PX}
            onClick={() => onZoom(FULL_PX)}
          >
            1:1
          </button>
          <button type="button" aria-label="Larger" onClick={() => onStepZoom(1)}>
            +
          </button>
        </span>
      )}
      <button type="button" class="astable" aria-pressed={asTable} onClick={() => onTable(!asTable)}>
        As a table
      </button>
    </div>
  );
}
