/** Zoom, and the same as a table. */
import { useState } from "preact/hooks";
import { FULL_PX, type Zoom, zoomed } from "../picture/zoom";

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
          <button type="button" aria-pressed={zoom === FULL_PX} onClick={() => onZoom(FULL_PX)}>
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

/** They outlive a picture: the next run is shown in the same way. */
export function useTools(): ToolsProps {
  const [zoom, onZoom] = useState<Zoom>("fit");
  const [asTable, onTable] = useState(false);
  return {
    zoom,
    asTable,
    onZoom,
    onStepZoom: (direction) => onZoom((before) => zoomed(before === "fit" ? FULL_PX : before, direction)),
    onTable,
  };
}
