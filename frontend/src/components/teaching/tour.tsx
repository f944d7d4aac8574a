/** Four steps over a puzzle's page. A card that can be ignored: it takes no focus, and nothing waits for it. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isMac } from "../../keys";
import "../../styles/tour.css";
import type { Pane } from "../dock";

interface Step {
  pane: Pane;
  /** What the step is about; the first of these that is seen. */
  target: string;
  side: "right" | "left" | "below" | "inside";
  text: ComponentChildren;
}

interface Props {
  /** The visitor asked for it, so it may take the focus. */
  isAsked: boolean;
  onPane(pane: Pane): void;
  onEnd(): void;
}

const GAP_PX = 12;
const DEEP_PX = 72;

export function Tour({ isAsked, onPane, onEnd }: Props) {
  const [at, setAt] = useState(0);
  const card = useRef<HTMLElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const before = useRef(document.activeElement);
  const steps = STEPS;
  const step = steps[at] ?? FIRST;
  const isLast = at === steps.length - 1;

  useEffect(() => {
    if (isAsked) next.current?.focus();
  }, [isAsked]);
  useEffect(() => onPane(step.pane), [step, onPane]);
  useLayoutEffect(() => {
    const place = () => put(card.current, step);
    // On a phone the step's pane is drawn after this
    const frame = requestAnimationFrame(place);
    place();
    addEventListener("resize", place);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("resize", place);
      clear();
    };
  }, [step]);

  const end = () => {
    const hadFocus = card.current?.contains(document.activeElement) ?? false;
    onEnd();
    if (!hadFocus) return;
    const back = isAsked && before.current instanceof HTMLElement ? before.current : null;
    // In the next frame, when the card is gone: else the focus would fall to the page's beginning
    requestAnimationFrame(() =>
      (back?.isConnected ? back : document.querySelector<HTMLElement>(".stmt"))?.focus(),
    );
  };
  return (
    <section
      class="card tour"
      ref={card}
      aria-label={`Tour, step ${at + 1} of ${steps.length}`}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault(); // on this card it ends the tour, and cancels no run
        event.stopPropagation();
        end();
      }}
    >
      <div role="status">
        <p class="label soft">
          {at + 1} of {steps.length}
        </p>
        <p class="tour__text">{step.text}</p>
      </div>
      <div class="row">
        <button
          type="button"
          class="btn btn--main btn--s"
          ref={next}
          onClick={() => (isLast ? end() : setAt(at + 1))}
        >
          {isLast ? "Done" : "Next"}
        </button>
        {at > 0 ? (
          <button type="button" class="btn btn--s btn--quiet" onClick={() => setAt(at - 1)}>
            Back
          </button>
        ) : null}
        {isLast ? null : (
          <button type="button" class="btn btn--s btn--quiet" onClick={end}>
            Skip the tour
          </button>
        )}
        <span class="grow" />
        <span class="label quiet">Again: from the menu</span>
      </div>
    </section>
  );
}

const FIRST: Step = {
  pane: "statement",
  target: "#statement, .pane--code .only-mid",
  side: "right",
  text: (
    <>
      <b>This is the task.</b> It says what your kernel must compute and what it is given. Below it are three
      hints, each a step further.
    </>
  ),
};

const STEPS: readonly Step[] = [
  FIRST,
  {
    pane: "code",
    target: ".pane--code",
    side: "inside",
    text: (
      <>
        <b>This is your kernel.</b> Write it here. The draft is kept in this browser at every change.
        <span class="not-phone">
          {" "}
          <kbd>{isMac() ? "Ctrl Shift M" : "Ctrl M"}</kbd> lets Tab leave the editor.
        </span>
      </>
    ),
  },
  {
    pane: "code",
    target: ".pane--code .run, .dock .btn",
    side: "below",
    text: (
      <>
        <b>This runs it.</b>{" "}
        <span class="not-phone">
          <kbd>{isMac() ? "⌘ Enter" : "Ctrl Enter"}</kbd> does too, from anywhere on the page.{" "}
        </span>
        It runs on a server, with no GPU, and every load and store is checked. A wrong run costs nothing.
      </>
    ),
  },
  {
    pane: "results",
    target: ".pane--res",
    side: "left",
    text: (
      <>
        <b>This is what it did.</b> First the verdict, then one sentence, then the evidence. Each square is
        one element of memory: hollow means loaded, solid means stored.
      </>
    ),
  },
];

/** Marks what the step is about and puts the card beside it, inside the window. On a phone, CSS puts it. */
function put(card: HTMLElement | null, step: Step): void {
  clear();
  const target = step.target
    .split(", ")
    .flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)])
    .find((found) => found.checkVisibility({ visibilityProperty: true }));
  if (!card || !target) return;
  target.dataset.toured = "";
  if (matchMedia("(max-width: 720px)").matches) {
    card.style.left = "";
    card.style.top = "";
    return;
  }
  const there = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const middle = (Math.max(there.top, 0) + Math.min(there.bottom, innerHeight) - height) / 2;
  const [left, top] = {
    right: [there.right + GAP_PX, middle],
    left: [there.left - width - GAP_PX, middle],
    below: [there.right - width, there.bottom + GAP_PX],
    inside: [there.left + DEEP_PX, there.bottom - height - DEEP_PX],
  }[step.side] as [number, number];
  card.style.left = `${Math.max(GAP_PX, Math.min(left, innerWidth - width - GAP_PX))}px`;
  card.style.top = `${Math.max(GAP_PX, Math.min(top, innerHeight - height - GAP_PX))}px`;
}

function clear(): void {
  for (const marked of document.querySelectorAll<HTMLElement>("[data-toured]")) delete marked.dataset.toured;
}
