/** What a kernel prints, grouped by program, in the order in which programs first spoke. */
import { useEffect, useRef } from "preact/hooks";
import type { OutputBlock } from "../api/types";
import { capital, plural, showProgram } from "../numbers";
import { Notice } from "./notice";

interface Props {
  blocks: readonly OutputBlock[];
  grid: readonly number[];
  isLive: boolean;
  isTruncated: boolean;
}

interface Group {
  key: string;
  program: readonly number[] | null;
  text: string;
}

/** Within this distance of the end, in pixels, new text keeps the end in view. */
const FOLLOW_PX = 24;

export function OutputList({ blocks, grid, isLive, isTruncated }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const size = blocks.reduce((sum, block) => sum + block.text.length, 0);

  useEffect(() => {
    const scroller = end.current?.closest(".pane__body");
    if (!scroller) return;
    const look = () => {
      follows.current = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < FOLLOW_PX;
    };
    scroller.addEventListener("scroll", look, { passive: true });
    return () => scroller.removeEventListener("scroll", look);
  }, []);

  useEffect(() => {
    const scroller = end.current?.closest(".pane__body");
    if (isLive && follows.current && size > 0 && scroller) scroller.scrollTop = scroller.scrollHeight;
  }, [isLive, size]);

  return (
    <div class="out" aria-live="off">
      {groups(blocks).map((group) => (
        <section key={group.key} class="out__g">
          <h3 class="out__h">
            <b>{group.program ? capital(showProgram(group.program, grid)) : "No program"}</b>
            <span class="quiet">{plural(lines(group.text), "line")}</span>
          </h3>
          <pre>{group.text}</pre>
        </section>
      ))}
      {isTruncated ? (
        <Notice tone="caution">
          Output ends here, at 64 KiB. What came after was not kept; the kernel ran on.
        </Notice>
      ) : null}
      <div ref={end} />
    </div>
  );
}

export function groups(blocks: readonly OutputBlock[]): Group[] {
  const found = new Map<string, Group>();
  for (const { case: name, program, text } of blocks) {
    const key = `${name} ${program?.join() ?? ""}`;
    const group = found.get(key);
    if (group) group.text += text;
    else found.set(key, { key, program, text });
  }
  return [...found.values()];
}

export function lines(text: string): number {
  return text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}
