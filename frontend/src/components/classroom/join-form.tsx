/** Joining a class: a code first, then what it asks for. */
import { useEffect, useState } from "preact/hooks";
import { classes } from "../../api/classroom";
import { ApiError } from "../../api/client";
import type { JoinOffer } from "../../api/types";
import { classPath, navigate } from "../../route";
import { Field, Problem } from "../account/parts";
import { useTask } from "../account/use-task";

/** first: a code that came by a link; it is looked up at once. */
export function JoinForm({ first = "" }: { first?: string }) {
  const [code, setCode] = useState(first);
  const [name, setName] = useState("");
  const [offer, setOffer] = useState<JoinOffer | null>(null);
  const { isBusy, problem, run } = useTask();
  const look = (asked: string) =>
    run(async () => {
      const found = await classes.offer(asked.trim());
      setOffer(found);
    });
  // Once, for the code of the address.
  useEffect(() => {
    if (first) look(first);
  }, [first]);
  const join = () =>
    run(async () => {
      try {
        const joined = await classes.join(code.trim(), offer?.way === "name" ? name.trim() : null);
        navigate(classPath(joined.classroom));
      } catch (error) {
        // The offer may be another one by now.
        if (error instanceof ApiError && error.status === 404) setOffer(null);
        throw error;
      }
    });
  const isOver = offer !== null && (offer.is_member || !offer.is_open);
  return (
    <form
      class="stack join"
      onSubmit={(event) => {
        event.preventDefault();
        if (!offer) look(code);
        else if (!isOver) join();
      }}
    >
      {offer ? (
        <Offered offer={offer} name={name} onName={setName} />
      ) : (
        <Field label="Code from your teacher" value={code} mono onInput={setCode} />
      )}
      <div class="row">
        {isOver ? null : (
          <button
            type="submit"
            class="btn btn--main"
            disabled={isBusy || !code.trim() || (offer?.way === "name" && !name.trim())}
          >
            {offer ? (offer.name ? `I am ${offer.name}` : "Join the class") : "Go on"}
          </button>
        )}
        {offer ? (
          <button type="button" class="btn" onClick={() => setOffer(null)}>
            {offer.name && !isOver ? "That is not me" : "Another code"}
          </button>
        ) : null}
      </div>
      <Problem text={problem} />
    </form>
  );
}

function Offered({ offer, name, onName }: { offer: JoinOffer; name: string; onName(name: string): void }) {
  const by = offer.teachers.length > 0 ? `, with ${offer.teachers.join(" and ")}` : "";
  return (
    <>
      <p>
        <b>{offer.classroom_name}</b>
        {by}
      </p>
      {offer.is_member ? (
        <p class="soft">
          You are in this class already{offer.name ? `, as ${offer.name}` : ""}.{" "}
          <a href="/classes">Your classes</a>
        </p>
      ) : !offer.is_open ? (
        <p class="soft">Joining is closed just now. Ask your teacher to open it.</p>
      ) : offer.way === "name" ? (
        <>
          <Field
            label="Your name, as your teacher knows you"
            value={name}
            autocomplete="name"
            onInput={onName}
          />
          <p class="label soft">
            Your teacher sees your name here, and what you run and print: also what you ran before you joined,
            if it is one of the class’s puzzles.
          </p>
        </>
      ) : (
        <p class="label soft">
          Your teacher sees your runs, and what they print: also what you ran before you joined, if it is one
          of the class’s puzzles.
        </p>
      )}
    </>
  );
}
