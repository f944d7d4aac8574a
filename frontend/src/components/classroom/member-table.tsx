/** The students of a class, a row each, with what can be done about them. */
import type { Classroom, Member } from "../../api/types";
import { showMoment } from "../../dates";
import { Menu } from "../menu";
import type { MemberAct } from "./member-dialog";

interface Props {
  room: Classroom;
  members: readonly Member[];
  /** Null for who may only look. */
  onAct: ((kind: MemberAct, member: Member) => void) | null;
}

export function MemberTable({ room, members, onAct }: Props) {
  const hasContacts = members.some(({ email, number }) => email !== null || number !== null);
  const hasCodes = members.some(({ code }) => code !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where the window is narrow
    <div class="box room__scroll" tabIndex={0} role="group" aria-label="Students">
      <table class="people">
        <thead>
          <tr>
            <th scope="col">Name</th>
            {hasContacts ? (
              <>
                <th scope="col" class="wide">
                  E-mail
                </th>
                <th scope="col" class="wide">
                  Number
                </th>
              </>
            ) : null}
            <th scope="col">State</th>
            {hasCodes ? <th scope="col">Code</th> : null}
            {onAct ? (
              <th scope="col">
                <span class="sr">What to do</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id}>
              <th scope="row">
                {member.name}
                {member.is_you ? <span class="tag">you</span> : null}
              </th>
              {hasContacts ? (
                <>
                  <td class="wide soft">{member.email}</td>
                  <td class="wide soft">{member.number}</td>
                </>
              ) : null}
              <td class="soft">{stateOf(member)}</td>
              {hasCodes ? <td class="mono">{member.code}</td> : null}
              {onAct ? (
                <td class="people__do">
                  <Menu label={`What to do about ${member.name}`} look="btn--s btn--quiet">
                    {(done) =>
                      actsOf(room, member).map(([kind, title]) => (
                        <li key={kind}>
                          <button
                            type="button"
                            class="menu__row"
                            onClick={() => {
                              done();
                              onAct(kind, member);
                            }}
                          >
                            {title}
                          </button>
                        </li>
                      ))
                    }
                  </Menu>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function stateOf({ has_joined, is_here, joined_at, doubles }: Member): string {
  if (!has_joined) return "has not joined";
  const merged = doubles > 0 ? `, with ${doubles + 1} browsers or accounts` : "";
  if (is_here) return `here now${merged}`;
  return `${joined_at ? `joined ${showMoment(joined_at)}` : "joined"}${merged}`;
}

function actsOf({ rights }: Classroom, member: Member): [MemberAct, string][] {
  const all: [MemberAct, string, boolean][] = [
    ["rename", "Rename", rights.includes("change_members")],
    [
      "code",
      member.code ? "Make a new code" : "Make a code for another browser",
      rights.includes("give_codes"),
    ],
    ["merge", "Merge with a double", rights.includes("change_members")],
    ["move", "Move to another class", rights.includes("change_members")],
    ["remove", "Remove from the class", rights.includes("change_members")],
  ];
  return all.filter(([, , may]) => may).map(([kind, title]) => [kind, title]);
}
