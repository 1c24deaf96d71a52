/**
 * Which operators a person is offered, for every list of them. What begins something (a wallet, a fee, a rule, a stop) offers those that
 * config has switched on. What looks back (a filter, a trial of a text) offers those as well that have left something behind. What an address
 * or a saved view asks for is understood in any case.
 */
import { type Operator, OPERATORS } from "../contract/operators.ts";
import type { Profile } from "../contract/session.schema.ts";
import { call } from "./api.ts";
import { changeProfile, currentSession } from "./session.tsx";

/** As the server told it; a server of before names none, and then all are offered. */
function told(): { readonly on: readonly Operator[]; readonly before: readonly Operator[] } {
  const session = currentSession();
  const { operators, operators_before }: Partial<Profile> = session.state === "in" ? session.profile : {};
  return { on: operators ?? OPERATORS, before: operators_before ?? [] };
}

/** Those that something new can be of; `chosen` stands among them whatever it is. */
export function operatorsOn(chosen?: string): readonly Operator[] {
  const { on } = told();
  return OPERATORS.filter((one) => on.includes(one) || one === chosen);
}

/** Those that something can be found of; `chosen` stands among them whatever it is. */
export function operatorsKnown(chosen?: string): readonly Operator[] {
  const { on, before } = told();
  return OPERATORS.filter((one) => on.includes(one) || before.includes(one) || one === chosen);
}

/** Asks again: config was changed. */
export async function readOperators(): Promise<void> {
  const answer = await call("GET /api/user", { background: true, silent401: true });
  const session = currentSession();
  if (!answer.success || session.state !== "in" || session.profile.id !== answer.data.id) return;
  const { operators, operators_before } = answer.data;
  changeProfile({ operators, operators_before });
}
