/** A thing to know, said where it matters. */
import type { ComponentChildren } from "preact";

interface Props {
  tone?: "plain" | "caution" | "fault";
  children: ComponentChildren;
}

export function Notice({ tone = "plain", children }: Props) {
  return <div class={`notice ${tone === "plain" ? "" : `notice--${tone}`}`}>{children}</div>;
}
