/** The display name, and whether others see it. */
import { useState } from "preact/hooks";
import { account } from "../../api/account";
import { Check, Field, Problem, Section } from "./parts";
import type { SectionProps } from "./section-props";
import { useTask } from "./use-task";

export function NameSection({ me, onChange }: SectionProps) {
  const [name, setName] = useState(me?.name ?? "");
  const { isBusy, problem, run } = useTask();
  // What was just chosen stands until the server has answered.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isSame = name.trim() === (me?.name ?? "");
  return (
    <Section title="Name">
      <p class="soft">
        {me?.name
          ? me.is_listed
            ? `Others see you as ${me.name} on the leaderboard and at your links.`
            : "Others do not see your name: on the leaderboard you have a rank without one."
          : "You have no name here, and need none. With one you can be on the leaderboard, and sign in by a password."}
      </p>
      {me?.is_name_hidden ? <p>The administrator of this server has hidden your name from others.</p> : null}
      {me?.is_hidden ? <p>The administrator of this server has hidden your row of the leaderboard.</p> : null}
      <form
        class="acc__line"
        onSubmit={(event) => {
          event.preventDefault();
          const wish = name.trim() || null;
          run(async () => {
            const changed = await account.change({ name: wish });
            setName(changed.name ?? "");
            onChange(changed);
          });
        }}
      >
        <Field label="Display name" value={name} autocomplete="nickname" onInput={setName} />
        <button type="submit" class="btn" disabled={isBusy || isSame}>
          Save the name
        </button>
      </form>
      <Problem text={problem} />
      <Check
        label="Others may see my name"
        about={me?.name ? undefined : "Choose a name first."}
        checked={wanted ?? me?.is_listed ?? false}
        disabled={!me?.name || isBusy}
        onChange={(on) =>
          run(async () => {
            setWanted(on);
            await account
              .change({ is_listed: on })
              .then(onChange)
              .finally(() => setWanted(null));
          })
        }
      />
    </Section>
  );
}
