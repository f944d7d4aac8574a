/** The editor with its status line: what is kept, how Tab leaves, where the caret is. Any name of tl has its help card. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Editor } from "../editor/editor";
import type { EditorProps } from "../editor/props";
import { isMac } from "../keys";
import { usePreferences } from "../preferences";
import { useTheme } from "../theme";
import { Keys } from "./shell/keys";

/** Monaco's own key for it. */
const TAB_KEY = isMac() ? "Ctrl+Shift+M" : "Ctrl+M";

interface Props extends Omit<EditorProps, "label" | "theme" | "onCaret" | "vimStatus" | "onTabKey"> {
  /** What is said of the draft. */
  kept: ComponentChildren;
  /** Whether it must not be missed. */
  isLoud: boolean;
}

export function KernelEditor({ kept, isLoud, ...editor }: Props) {
  const { theme } = useTheme();
  const [caret, setCaret] = useState({ line: 1, column: 1 });
  const [tabKey, setTabKey] = useState<"indents" | "leaves">("indents");
  const [vimStatus, setVimStatus] = useState<HTMLElement | null>(null);
  const { vim } = usePreferences();
  return (
    <>
      <Editor
        {...editor}
        label="Kernel source. Control M lets the Tab key leave the editor."
        theme={theme}
        onCaret={setCaret}
        vimStatus={vimStatus}
        onTabKey={setTabKey}
      />
      <div class={`status ${isLoud ? "status--loud" : ""}`}>
        {vim ? <div class="status__vim" ref={setVimStatus} role="group" aria-label="Vim" /> : null}
        {kept}
        <span class="grow" />
        <span class="not-phone" role="status">
          <Keys keys={TAB_KEY} />{" "}
          {tabKey === "indents" ? "lets Tab leave the editor" : "Tab leaves the editor now"}
        </span>
        <span class="nowrap">
          Ln {caret.line}, Col {caret.column}
        </span>
      </div>
    </>
  );
}
