/** A link that is good once, to hand over. */
import type { OneTimeLink } from "../../api/types";
import { hour, Taken } from "../account/parts";

export function LinkOnce({ label, link }: { label: string; link: OneTimeLink }) {
  return (
    <div class="acc__move">
      <Taken label={label} text={new URL(link.url, location.origin).href} />
      <p class="label soft">
        Good once, until {hour(link.expires_at)}. Whoever opens it has the right: hand it to nobody else. It
        is shown here this once.
      </p>
    </div>
  );
}
