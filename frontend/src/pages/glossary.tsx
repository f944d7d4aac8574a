/** The glossary: what the words mean, in a few sentences and with a small example each. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { Line } from "../components/prose";
import { CodeBlock } from "../components/teaching/code-block";
import { TopBar } from "../components/top-bar";
import { type Entry, GROUPS } from "../glossary/entries";
import "../styles/glossary.css";

const TERMS = new Map(GROUPS.flatMap(({ entries }) => entries.map(({ id, term }) => [id, term] as const)));

export function Glossary() {
  const [typed, setTyped] = useState("");
  const groups = useMemo(() => matching(typed), [typed]);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  useEffect(() => {
    document.title = "Glossary · Triton Playground";
  }, []);
  useEffect(() => {
    // The page comes after the browser has looked for the anchor
    const go = () => {
      const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      entry?.scrollIntoView();
      entry?.focus({ preventScroll: true });
    };
    go();
    addEventListener("hashchange", go);
    return () => removeEventListener("hashchange", go);
  }, []);
  return (
    <>
      <TopBar />
      <main class="page gloss">
        <div class="page__h">
          <div class="grow">
            <h1>Glossary</h1>
            <p class="soft">{TERMS.size} words of Triton, in a few sentences each</p>
          </div>
          <label class="gloss__find">
            <span class="sr">Find a word</span>
            <input
              type="search"
              placeholder="Find a word"
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
        </div>
        <p class="sr" role="status">
          {typed ? `${count} of ${TERMS.size} words` : ""}
        </p>
        {count === 0 ? (
          <p class="soft">
            No entry has “{typed}” in it.{" "}
            <button type="button" class="link" onClick={() => setTyped("")}>
              Show all
            </button>
          </p>
        ) : null}
        {groups.map(({ title, entries }) => (
          <section key={title} class="gloss__group">
            <h2>{title}</h2>
            <div class="gloss__list">
              {entries.map((entry) => (
                <Explained key={entry.id} entry={entry} />
              ))}
            </div>
          </section>
        ))}
      </main>
    </>
  );
}

function Explained({ entry }: { entry: Entry }) {
  return (
    <article class="box gloss__e" id={entry.id} tabIndex={-1}>
      <h3>
        <a href={`#${entry.id}`}>{entry.term}</a>
      </h3>
      {entry.text.map((text) => (
        <p key={text}>
          <Line text={text} />
        </p>
      ))}
      {entry.example ? <CodeBlock label={`Example of ${entry.term}`} source={entry.example} /> : null}
      {entry.see ? (
        <p class="label soft">
          See also{" "}
          {entry.see.map((id, at) => (
            <span key={id}>
              {at > 0 ? ", " : ""}
              <a href={`#${id}`}>{TERMS.get(id)}</a>
            </span>
          ))}
        </p>
      ) : null}
    </article>
  );
}

function matching(typed: string) {
  const wanted = typed.trim().toLowerCase();
  const has = (entry: Entry) =>
    [entry.term, entry.id, ...entry.text].some((text) => text.toLowerCase().includes(wanted));
  return GROUPS.map(({ title, entries }) => ({ title, entries: entries.filter(has) })).filter(
    ({ entries }) => entries.length > 0,
  );
}
