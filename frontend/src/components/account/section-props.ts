import type { Account, SignInProvider } from "../../api/types";

/** me: null for who has sent nothing yet. */
export interface SectionProps {
  me: Account | null;
  onChange(me: Account): void;
}

export interface ProtectionProps extends SectionProps {
  providers: readonly SignInProvider[];
}
