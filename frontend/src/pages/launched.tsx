/** What a launch from a learning platform asks its teacher: which class the course is, and what a link leads to. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type ChoiceOffer, type LinkOffer, launched } from "../api/lti";
import { titleOf, useCatalogue } from "../catalogue";
import { useLoaded } from "../classroom/use-loaded";
import { allZones, ownZone, showIn } from "../classroom/zone";
import { Problem } from "../components/account/parts";
import { useTask } from "../components/account/use-task";
import { ZoneField } from "../components/classroom/zone-field";
import { TopBar } from "../components/top-bar";
import { plural } from "../numbers";
import { classPath } from "../route";
import "../styles/account.css";
import "../styles/classes.css";
import "../styles/class-forms.css";

const TITLES = { link: "Connect a course", choose: "Choose for your course" };

export function LaunchedPage({ step }: { step: "link" | "choose" }) {
  // Out of the address at once: it is not for the history, nor for who looks over a shoulder.
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    document.title = `${TITLES[step]} · Triton Playground`;
    if (location.hash) history.replaceState(null, "", location.pathname);
  }, [step]);
  return (
    <>
      <TopBar />
      <main class="page acc acc--one">
        <h1>{TITLES[step]}</h1>
        {token ? (
          step === "link" ? (
            <LinkPart token={token} />
          ) : (
            <ChoicePart token={token} />
          )
        ) : (
          <p class="soft">Open this tool in your course: it leads here.</p>
        )}
      </main>
    </>
  );
}

function LinkPart({ token }: { token: string }) {
  const { value, error } = useLoaded(token, () => launched.link(token));
  if (error) return <p role="alert">{error.message}</p>;
  return value ? <LinkForm token={token} offer={value} /> : null;
}

function LinkForm({ token, offer }: { token: string; offer: LinkOffer }) {
  const [chosen, setChosen] = useState("");
  const [zone, setZone] = useState(ownZone);
  const { isBusy, problem, run } = useTask();
  return (
    <form
      class="box acc__s"
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          const { path } = await launched.connect(token, chosen || null, zone);
          location.assign(path ?? "/classes");
        });
      }}
    >
      <p>
        The course <b>{offer.title}</b> on {offer.platform} is no class here yet. Once it is one, everybody of
        the course comes into it by the course’s links, and you can send grades back.
      </p>
      <fieldset class="chosen">
        <legend>Which class is it?</legend>
        <Choosable type="radio" isOn={chosen === ""} onChoose={() => setChosen("")}>
          A new class, {offer.title}
        </Choosable>
        {offer.classrooms.map((room) => (
          <Choosable key={room.id} type="radio" isOn={chosen === room.id} onChoose={() => setChosen(room.id)}>
            {room.name}
          </Choosable>
        ))}
      </fieldset>
      {chosen === "" ? <ZoneField value={zone} zones={allZones(zone)} onChoose={setZone} /> : null}
      <div class="row">
        <button type="submit" class="btn btn--main" disabled={isBusy}>
          Connect the course
        </button>
      </div>
      <Problem text={problem} />
    </form>
  );
}

function ChoicePart({ token }: { token: string }) {
  const { value, error } = useLoaded(token, () => launched.choice(token));
  const [isDone, setDone] = useState(false);
  if (error) return <p role="alert">{error.message}</p>;
  if (isDone)
    return (
      <p class="box acc__s" role="status">
        Done. Go back to the tab of your course: it has your choice. You can close this one.
      </p>
    );
  return value ? <ChoiceForm token={token} offer={value} onDone={() => setDone(true)} /> : null;
}

interface ChoiceProps {
  token: string;
  offer: ChoiceOffer;
  onDone(): void;
}

function ChoiceForm({ token, offer, onDone }: ChoiceProps) {
  const { catalogue } = useCatalogue();
  const [assignments, setAssignments] = useState<string[]>([]);
  const [puzzles, setPuzzles] = useState<string[]>([]);
  const { isBusy, problem, run } = useTask();
  const type = offer.takes_many ? "checkbox" : "radio";
  const count = assignments.length + puzzles.length;
  const toggled = (kept: string[], id: string) =>
    kept.includes(id) ? kept.filter((one) => one !== id) : [...kept, id];
  const choose = (kind: "assignment" | "puzzle", id: string) => {
    if (offer.takes_many) {
      if (kind === "assignment") setAssignments((kept) => toggled(kept, id));
      else setPuzzles((kept) => toggled(kept, id));
      return;
    }
    setAssignments(kind === "assignment" ? [id] : []);
    setPuzzles(kind === "puzzle" ? [id] : []);
  };
  return (
    <form
      class="box acc__s"
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          const { path } = await launched.choose(token, assignments, puzzles);
          if (path) location.assign(path);
          else onDone();
        });
      }}
    >
      <p>
        What {offer.takes_many ? "the new links" : "the new link"} in your course on {offer.platform}{" "}
        {offer.takes_many ? "lead" : "leads"} to. An assignment of {offer.classroom_name} brings a column of
        the gradebook along; a puzzle on its own is for practice.
      </p>
      <fieldset class="chosen">
        <legend>Assignments</legend>
        {offer.assignments.length === 0 ? (
          <p class="soft">
            The class has none yet. <a href={classPath(offer.classroom, "assignments")}>Make one first</a>,
            then open this again.
          </p>
        ) : null}
        {offer.assignments.map((one) => (
          <Choosable
            key={one.id}
            type={type}
            isOn={assignments.includes(one.id)}
            onChoose={() => choose("assignment", one.id)}
            about={`${plural(one.points, "point")}${one.due_at ? `, due ${showIn(offer.time_zone, one.due_at)}` : ""}`}
          >
            {one.title}
          </Choosable>
        ))}
      </fieldset>
      <fieldset class="chosen">
        <legend>Puzzles and demos</legend>
        {[...(catalogue?.puzzles ?? []), ...(catalogue?.demos ?? [])].map((one) => (
          <Choosable
            key={one.slug}
            type={type}
            isOn={puzzles.includes(one.slug)}
            onChoose={() => choose("puzzle", one.slug)}
          >
            {titleOf(one, catalogue)}
          </Choosable>
        ))}
      </fieldset>
      <div class="row">
        <button type="submit" class="btn btn--main" disabled={isBusy || count === 0}>
          Add to the course
        </button>
        <span class="label soft" role="status">
          {count === 0 ? "Nothing is chosen yet." : `${count} chosen`}
        </span>
      </div>
      <Problem text={problem} />
    </form>
  );
}

interface ChoosableProps {
  type: "radio" | "checkbox";
  isOn: boolean;
  about?: string;
  onChoose(): void;
  children: ComponentChildren;
}

function Choosable({ type, isOn, about, onChoose, children }: ChoosableProps) {
  return (
    <label class="acc__check">
      <input type={type} name="chosen" checked={isOn} onChange={onChoose} />
      <span>
        {children}
        {about ? <span class="label soft">{about}</span> : null}
      </span>
    </label>
  );
}
