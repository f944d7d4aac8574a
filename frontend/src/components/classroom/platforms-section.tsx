/** For the administrator: the learning platforms that this server believes, and what they need to know of it. */
import { useState } from "preact/hooks";
import { type NewPlatform, type Platform, platforms } from "../../api/lti";
import { useLoaded } from "../../classroom/use-loaded";
import { plural } from "../../numbers";
import { Field, Problem, Section, Taken } from "../account/parts";
import { useTask } from "../account/use-task";
import { TryAgain } from "../try-again";

export function PlatformsSection() {
  const { value, error, reload } = useLoaded("platforms", platforms.all);
  const [edited, setEdited] = useState<Platform | "new" | null>(null);
  const { isBusy, problem, run } = useTask();
  const tool = value?.tool;
  return (
    <Section title="Learning platforms">
      <p class="soft">
        Canvas, Moodle and others with LTI 1.3. A platform is believed about who its people are and who
        teaches a course, and this server asks the addresses that you enter.
      </p>
      <TryAgain error={error} onAgain={reload} />
      {tool?.login && tool.launch && tool.jwks ? (
        <div class="stack">
          <p>What the platform’s administration asks for:</p>
          <LabelledTaken label="Login initiation URL" text={tool.login} />
          <LabelledTaken label="Launch, redirect and deep linking URL" text={tool.launch} />
          <LabelledTaken label="Public keys, JWKS URL" text={tool.jwks} />
        </div>
      ) : null}
      {value && !tool?.launch ? (
        <p>Platforms must know where this server is: start it with --public-url.</p>
      ) : null}
      {value && value.platforms.length > 0 ? (
        <ul class="acc__list">
          {value.platforms.map((one) => (
            <li key={one.id}>
              <span class="grow">
                <b>{one.name}</b>
                <span class="label soft">
                  {one.issuer}, {plural(one.courses, "course")}
                  {one.deployments.length === 0 ? ", no deployment id yet: nobody can come in" : ""}
                </span>
              </span>
              <button
                type="button"
                class="btn btn--s"
                aria-label={`Change ${one.name}`}
                onClick={() => setEdited(one)}
              >
                Change
              </button>
              <button
                type="button"
                class="btn btn--s"
                disabled={isBusy}
                aria-label={`Remove ${one.name}`}
                onClick={() =>
                  run(async () => {
                    await platforms.remove(one.id);
                    setEdited(null);
                    reload();
                  })
                }
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Problem text={problem} />
      {edited ? (
        <PlatformForm
          key={edited === "new" ? "new" : edited.id}
          platform={edited === "new" ? null : edited}
          onDone={() => {
            setEdited(null);
            reload();
          }}
        />
      ) : tool?.launch ? (
        <div class="row">
          <button type="button" class="btn" onClick={() => setEdited("new")}>
            Register a platform
          </button>
        </div>
      ) : null}
    </Section>
  );
}

function LabelledTaken({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p class="label soft" aria-hidden="true">
        {label}
      </p>
      <Taken label={label} text={text} />
    </div>
  );
}

const FIELDS: ["name" | "issuer" | "client_id" | "auth_url" | "token_url" | "jwks_url", string][] = [
  ["name", "Name, as people here know it"],
  ["issuer", "Issuer, or platform id"],
  ["client_id", "Client id"],
  ["auth_url", "Authentication request URL"],
  ["token_url", "Access token URL"],
  ["jwks_url", "Public keyset URL"],
];

function PlatformForm({ platform, onDone }: { platform: Platform | null; onDone(): void }) {
  const [wish, setWish] = useState<NewPlatform>(
    platform ?? { name: "", issuer: "", client_id: "", auth_url: "", token_url: "", jwks_url: "" },
  );
  const [deployments, setDeployments] = useState(platform?.deployments.join(", ") ?? "");
  const [site, setSite] = useState(platform?.site ?? "");
  const { isBusy, problem, run } = useTask();
  return (
    <form
      class="stack"
      aria-label={platform ? `Change ${platform.name}` : "Register a platform"}
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          const { name, issuer, client_id, auth_url, token_url, jwks_url } = wish;
          const ids = deployments.split(/[,\s]+/).filter(Boolean);
          const full = { name, issuer, client_id, auth_url, token_url, jwks_url, deployments: ids };
          const sent = { ...full, site: site.trim() || null };
          await (platform ? platforms.change(platform.id, sent) : platforms.add(sent));
          onDone();
        });
      }}
    >
      {FIELDS.map(([name, label]) => (
        <Field
          key={name}
          label={label}
          value={wish[name]}
          onInput={(value) => setWish((before) => ({ ...before, [name]: value }))}
        />
      ))}
      <Field
        label="Deployment ids, with commas between; may follow later"
        value={deployments}
        onInput={setDeployments}
      />
      <Field
        label="Address at which people open it, if it is not the issuer’s"
        value={site}
        onInput={setSite}
      />
      <div class="row">
        <button
          type="submit"
          class="btn btn--main"
          disabled={isBusy || FIELDS.some(([name]) => !wish[name].trim())}
        >
          {platform ? "Save" : "Register"}
        </button>
        <button type="button" class="btn" onClick={onDone}>
          Cancel
        </button>
      </div>
      <Problem text={problem} />
    </form>
  );
}
