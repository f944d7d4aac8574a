/** What is kept, where, and for how long: the times come from this server's settings. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api/client";
import type { Privacy } from "../api/types";
import { Notice } from "../components/notice";
import { TopBar } from "../components/top-bar";
import { plural } from "../numbers";
import { problemOf } from "../run/problem";
import "../styles/privacy.css";

export function PrivacyPage() {
  const [kept, setKept] = useState<Privacy | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    document.title = "Privacy · Triton Playground";
    api.privacy().then(setKept, (error: unknown) => setProblem(problemOf(error).message));
  }, []);
  return (
    <>
      <TopBar />
      <main class="page privacy">
        <h1>Privacy</h1>
        <p class="prose">
          Solving needs no account, no name and no address. This page says what is kept, where, and for how
          long.
        </p>
        {problem ? <Notice>{problem}</Notice> : null}
        {kept ? <Told kept={kept} /> : null}
      </main>
    </>
  );
}

function Told({ kept }: { kept: Privacy }) {
  return (
    <>
      <h2>In your browser</h2>
      <Rows>
        <Row what="Drafts, history, preferences, your last results" until="Until you clear this site’s data">
          They stay here. Your code reaches the server when you run it, and not before.
        </Row>
        <Row what="One cookie" until={`${days(kept.cookie_days)} after your last run`}>
          A random number by which the server knows your runs again. It is set when you first run something or
          open a hint; scripts cannot read it, and it goes to no other site. Signing in elsewhere sets a
          second one for some minutes.
        </Row>
      </Rows>
      <h2>On this server</h2>
      <Rows>
        <Row
          what="An identity: a random id, and when it was last seen, to the hour"
          until={
            kept.identities_days
              ? `Until you delete it, or for ${days(kept.identities_days)} unseen`
              : "Until you delete it"
          }
        >
          {kept.idle_days
            ? `Who has solved nothing and not signed up is deleted after ${days(kept.idle_days)} unseen, with all below.`
            : "It stays also where nothing was solved."}
        </Row>
        <Row what="The code of each run, and the details of its verdict" until={spell(kept.sources_days)}>
          Only you can read it, unless you make a share link of it.
        </Row>
        <Row what="Per run: puzzle, outcome, time, memory score" until="As long as the identity">
          Your progress and the leaderboard are counted from these. Others see you there without a name, until
          you choose one and say that it may be shown.
        </Row>
        <Row what="Hints opened, solutions seen, puzzles given up" until="As long as the identity" />
        <Row
          what="Arrays, memory accesses and printed output while you look at them"
          until={minutes(kept.live_minutes)}
        />
        <Row
          what="Share links"
          until={
            kept.identities_days
              ? "Until you delete them, or as long as the identity"
              : "Until you delete them"
          }
        >
          Anyone who has the link can read it. It does not say whose it is, unless you show your name.
        </Row>
        <Row
          what="Only if you sign up: a name, a scrambled password, tokens for scripts"
          until="Until you delete them"
        >
          {kept.providers.length
            ? `Signing in with ${kept.providers.join(" or ")} keeps your account’s id there: no name, no e-mail address.`
            : null}
        </Row>
      </Rows>
      <h2>Not kept</h2>
      <p class="prose">
        Network addresses are neither stored nor logged. To keep one network from taking the whole server, its
        requests are counted under a scrambled number, and what scrambles it is thrown away each day. There
        are no statistics of visitors, no advertisements, and no page loads anything from another site.
      </p>
      <h2>Your data is yours</h2>
      <p class="prose">
        On <a href="/me/account">your account page</a> you can take all of it with you as one file, and delete
        it. What you delete is gone at once from this server; backups that its host made before may hold it
        until they are deleted too.
      </p>
      <p class="prose soft">
        {kept.contact
          ? `This server is run by ${kept.contact}.`
          : "Who runs this server has not written here how to reach them: ask whoever gave you its address."}
      </p>
    </>
  );
}

function Rows({ children }: { children: ComponentChildren }) {
  return <dl class="privacy__rows">{children}</dl>;
}

function Row({ what, until, children }: { what: string; until: string; children?: ComponentChildren }) {
  return (
    <div class="privacy__row">
      <dt>{what}</dt>
      <dd class="privacy__until">{until}</dd>
      {children ? <dd class="soft privacy__more">{children}</dd> : null}
    </div>
  );
}

const days = (count: number) => plural(count, "day");

function spell(count: number): string {
  return count ? days(count) : "As long as the identity";
}

function minutes(count: number): string {
  return count % 60 === 0 ? plural(count / 60, "hour") : plural(count, "minute");
}
