/** What `tl` offers, one card a name, in our own words: a list that can be searched beside the card. */
import { useEffect, useRef, useState } from "preact/hooks";
import { CARDS, type Card, cardNamed, cardOf } from "../editor/help/catalogue";
import "../styles/help.css";

/** name: a card's name, or how the thing is written in a kernel; anything else shows the list alone. */
export function HelpDialog({ name, onClose }: { name: string; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<Card | null>(() => cardNamed(name) ?? cardOf(name));
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => setChosen(cardNamed(name) ?? cardOf(name)), [name]);
  const names = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chosen) names.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const found = matching(query);
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <dialog ref={dialog} class="card cards" aria-labelledby="cards-title" onClose={onClose}>
      <header class="cards__top">
        <h2 id="cards-title">What tl offers</h2>
        <span class="grow" />
        <form method="dialog">
          <button type="submit" class="btn btn--s">
            Close
          </button>
        </form>
      </header>
      <div class="cards__body">
        <div class="cards__list">
          <label class="sr" for="cards-query">
            Search names and meanings
          </label>
          <input
            id="cards-query"
            class="cards__query"
            type="text"
            role="searchbox"
            placeholder="Search"
            value={query}
            autofocus={chosen === null}
            onInput={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && found[0]) setChosen(found[0]);
            }}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
          <nav ref={names} class="cards__names" aria-label="Names" tabIndex={0}>
            {groups.map((group) => (
              <section key={group}>
                <h3>{group}</h3>
                <ul>
                  {found
                    .filter((card) => card.group === group)
                    .map((card) => (
                      <li key={card.name}>
                        <button
                          type="button"
                          class="cards__name"
                          aria-current={card === chosen ? "true" : undefined}
                          onClick={() => setChosen(card)}
                        >
                          {card.path}
                        </button>
                      </li>
                    ))}
                </ul>
              </section>
            ))}
            {found.length === 0 ? <p class="nothing">Nothing is called that.</p> : null}
          </nav>
        </div>
        <div class="cards__card" aria-live="polite">
          {chosen ? (
            <OneCard card={chosen} onChoose={setChosen} />
          ) : (
            <p class="soft">
              {name && !cardOf(name) && name !== "tl"
                ? `There is no card for ${name}. Choose a name of tl.`
                : "Choose a name. In the editor, Shift+F1 opens the card of the name at the caret."}
            </p>
          )}
        </div>
      </div>
    </dialog>
  );
}

function OneCard({ card, onChoose }: { card: Card; onChoose(card: Card): void }) {
  const see = (card.see ?? []).map(cardNamed).filter((other) => other !== null);
  return (
    <article class="stack">
      <h3 class="cards__path">{card.path}</h3>
      {card.signature ? (
        <code class="cards__signature">
          {card.path}
          {card.signature}
        </code>
      ) : null}
      <p>{ticked(card.says)}</p>
      {card.parameters?.some(({ says }) => says) ? (
        <dl class="cards__parameters">
          {card.parameters.map(({ name, says }) =>
            says ? (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>{ticked(says)}</dd>
              </div>
            ) : null,
          )}
        </dl>
      ) : null}
      {card.example ? (
        <>
          <h4>Example</h4>
          <pre class="cards__example">{card.example}</pre>
        </>
      ) : null}
      {see.length > 0 ? (
        <p class="row cards__see">
          <span class="soft">See also</span>
          {see.map((other) => (
            <button key={other.name} type="button" class="btn btn--s" onClick={() => onChoose(other)}>
              {other.path}
            </button>
          ))}
        </p>
      ) : null}
    </article>
  );
}

/** Words with what stands between backticks as code. */
function ticked(text: string) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));
}

function matching(query: string): readonly Card[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return CARDS;
  const named = CARDS.filter((card) => card.path.toLowerCase().includes(wanted));
  const told = CARDS.filter((card) => !named.includes(card) && card.says.toLowerCase().includes(wanted));
  return [...named, ...told];
}
