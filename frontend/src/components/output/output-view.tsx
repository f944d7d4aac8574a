/** What a kernel prints, grouped by program in the order in which programs first spoke. Only rows in view are drawn. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { OutputBlock } from "../../api/types";
import { plural, showCount } from "../../numbers";
import { linearProgram, useSelect } from "../../selection";
import { Icon } from "../icon";
import { Notice } from "../notice";
import { RowView } from "./row-view";
import { type Group, groups, inView, openAtFirst, type Row, rows, tops } from "./rows";
import { type Hit, search } from "./search";
import { showSize } from "./sizes";
import type { Piece } from "./tensors";
import { useView } from "./view";
import "../../styles/output.css";

interface Props {
  blocks: readonly OutputBlock[];
  grid: readonly number[];
  isLive: boolean;
  /** Characters that were printed in all, where more were printed than are kept; else null. */
  printed: number | null;
  /** Whether the run was stopped for what it printed. */
  isStopped: boolean;
}

/** From so many lines on, searching helps. */
const SEARCH_LINES = 12;

export function OutputView({ blocks, grid, isLive, printed, isStopped }: Props) {
  const all = useMemo(() => groups(blocks), [blocks]);
  const atFirst = useMemo(() => openAtFirst(all), [all]);
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [texts, setTexts] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [wanted, setWanted] = useState("");
  const [nth, setNth] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const select = useSelect();

  const hits = useMemo(() => search(all, wanted), [all, wanted]);
  const at = hits.length === 0 ? -1 : ((nth % hits.length) + hits.length) % hits.length;
  const here = hits[at] ?? null;
  const hitLines = useMemo(() => byLine(hits), [hits]);

  const shown = useMemo(
    () =>
      rows(all, {
        isOpen: (group) => folds.get(group.key) ?? atFirst.has(group.key),
        // A hit is shown where it was printed, so its block is text for as long.
        isTable: (group, piece) => !texts.get(pieceKey(group, piece)) && !holdsHit(hitLines, group, piece),
      }),
    [all, atFirst, folds, texts, hitLines],
  );
  const starts = useMemo(() => tops(shown), [shown]);
  const height = starts.at(-1) ?? 0;
  const { list, view, reveal } = useView(isLive, height);
  const [first, end] = inView(starts, view.from, view.to);
  const lines = all.reduce((sum, group) => sum + group.lines.length, 0);
  const longest = useMemo(
    () => Math.max(0, ...all.flatMap((group) => group.lines.map((line) => line.length))),
    [all],
  );

  // The hit that is stepped to is opened where it is folded, and brought into view.
  useEffect(() => {
    if (!here) return;
    const row = shown.findIndex(
      (one) => one.kind === "line" && one.group === here.group && one.line === here.line,
    );
    if (row >= 0) reveal(starts[row] ?? 0);
    else setFolds((before) => new Map(before).set(here.group.key, true));
  }, [here, shown, starts, reveal]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "f") return;
    event.preventDefault();
    field.current?.focus();
    field.current?.select();
  };
  const point = (group: Group) => {
    if (group.program) select({ program: linearProgram(group.program, grid), origin: "output" });
  };
  const act = {
    fold: (group: Group, open: boolean) => {
      point(group);
      setFolds((before) => new Map(before).set(group.key, open));
    },
    asText: (group: Group, piece: Piece, text: boolean) =>
      setTexts((before) => new Map(before).set(pieceKey(group, piece), text)),
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+F within the output searches all of it
    <div class="out" aria-live="off" onKeyDown={onKeyDown}>
      {lines >= SEARCH_LINES ? (
        <search class="out__find">
          <input
            ref={field}
            type="search"
            class="out__field"
            aria-label="Search the output"
            placeholder={`Search ${plural(lines, "line")}`}
            value={wanted}
            onInput={(event) => {
              setWanted(event.currentTarget.value);
              setNth(0);
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter") setNth(at + (event.shiftKey ? -1 : 1));
              else if (event.key === "Escape" && wanted !== "") {
                event.stopPropagation();
                setWanted("");
              }
            }}
          />
          <span class="out__count" role="status">
            {wanted.trim() === ""
              ? ""
              : hits.length === 0
                ? "not found"
                : `${showCount(at + 1)} of ${showCount(hits.length)}`}
          </span>
          <button
            type="button"
            class="btn btn--icon btn--s btn--quiet"
            aria-label="Previous hit"
            disabled={hits.length === 0}
            onClick={() => setNth(at - 1)}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            class="btn btn--icon btn--s btn--quiet"
            aria-label="Next hit"
            disabled={hits.length === 0}
            onClick={() => setNth(at + 1)}
          >
            <Icon name="down" />
          </button>
        </search>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus */}
      <div class="out__scroll" role="group" aria-label="What your kernel printed" tabIndex={0}>
        <div ref={list} class="out__list" style={{ height: `${height}px`, minWidth: `${longest + 10}ch` }}>
          {shown.slice(first, end).map((row, place) => (
            <div
              key={rowKey(row)}
              class={`out__row out__row--${row.kind}`}
              style={{ top: `${starts[first + place]}px` }}
            >
              <RowView
                row={row}
                grid={grid}
                hits={row.kind === "line" ? (hitLines.get(lineKey(row.group, row.line)) ?? []) : []}
                here={here}
                {...act}
              />
            </div>
          ))}
        </div>
      </div>
      {printed !== null ? <Cut blocks={blocks} printed={printed} isStopped={isStopped} /> : null}
    </div>
  );
}

function Cut({
  blocks,
  printed,
  isStopped,
}: {
  blocks: readonly OutputBlock[];
  printed: number;
  isStopped: boolean;
}) {
  const kept = blocks.reduce((sum, block) => sum + block.text.length, 0);
  return (
    <Notice tone={isStopped ? "fault" : "caution"}>
      Output ends here, at {showSize(kept)} of the {showSize(printed)} that your kernel printed
      {isStopped ? " before it was stopped" : ""}. What came after was not kept
      {isStopped ? "." : "; the kernel ran on."}
    </Notice>
  );
}

function byLine(hits: readonly Hit[]): Map<string, Hit[]> {
  const found = new Map<string, Hit[]>();
  for (const hit of hits) {
    const key = lineKey(hit.group, hit.line);
    const known = found.get(key);
    if (known) known.push(hit);
    else found.set(key, [hit]);
  }
  return found;
}

function holdsHit(hits: ReadonlyMap<string, Hit[]>, group: Group, piece: Piece): boolean {
  if (hits.size === 0) return false;
  for (let line = piece.from; line < piece.to; line++) if (hits.has(lineKey(group, line))) return true;
  return false;
}

function lineKey(group: Group, line: number): string {
  return `${group.key} ${line}`;
}

function pieceKey(group: Group, piece: Piece): string {
  return `${group.key} ${piece.from}`;
}

function rowKey(row: Row): string {
  switch (row.kind) {
    case "head":
      return `head ${row.group.key}`;
    case "line":
      return `line ${row.group.key} ${row.line}`;
    case "tools":
      return `tools ${row.group.key} ${row.piece.from}`;
    case "table":
      return `table ${row.group.key} ${row.piece.from} ${row.tensor}`;
  }
}
