/** Lines around a run of elements in a wrapped tensor. */
import { cornerOf, type Layout } from "./layout";

/** The SVG path around elements low to high, ends included, with so many px of air. Rows without room are left out. */
export function runOutline(layout: Layout, low: number, high: number, air = 0): string {
  const { space, cellW, cellH } = layout;
  const { cols, rows, over } = space;
  if (low < 0) {
    // Left of the wall there is one row, and it is straight.
    const [x, y] = cornerOf(layout, { slice: 0, row: 0, col: Math.max(low, -over.left) });
    const end = Math.min(high, cols - 1) + 1;
    const [right] = cornerOf(layout, { slice: 0, row: 0, col: end });
    return `M${x - air} ${y - air}H${right + air}V${y + cellH + air}H${x - air}z`;
  }
  const last = Math.min(high, (rows + over.bottom) * cols - 1);
  if (last < low) return "";
  const [top, bottom] = [Math.floor(low / cols), Math.floor(last / cols)];
  const [from, to] = [low % cols, (last % cols) + 1];
  const x = (col: number) => layout.left + col * cellW;
  const y = (row: number) => layout.top + row * cellH;
  if (top === bottom) {
    return `M${x(from) - air} ${y(top) - air}H${x(to) + air}V${y(top + 1) + air}H${x(from) - air}z`;
  }
  // Two pieces that do not touch are two outlines.
  if (bottom === top + 1 && to <= from) {
    const first = `M${x(from) - air} ${y(top) - air}H${x(cols) + air}V${y(top + 1) + air}H${x(from) - air}z`;
    return `${first}M${x(0) - air} ${y(bottom) - air}H${x(to) + air}V${y(bottom + 1) + air}H${x(0) - air}z`;
  }
  const path = [`M${x(from) - air} ${y(top) - air}`, `H${x(cols) + air}`];
  if (to < cols) path.push(`V${y(bottom) + air}`, `H${x(to) + air}`);
  path.push(`V${y(bottom + 1) + air}`, `H${x(0) - air}`);
  if (from > 0) path.push(`V${y(top + 1) - air}`, `H${x(from) - air}`);
  return `${path.join("")}z`;
}
