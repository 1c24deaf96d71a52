/** What a switch closes. */
import type { Operator } from "../../../../contract/operators.ts";
import type { SwitchTarget } from "../../../../contract/switches.schema.ts";
import type { SwitchDirection, SwitchScope } from "../../../../contract/switches.ts";
import type { Values } from "../../../forms/spec.ts";

/** The target as the form has it now; null while something is missing. */
export function targetOf(values: Values): SwitchTarget | null {
  const scope = values.scope as SwitchScope; // the radio's own values
  const direction = values.direction as SwitchDirection;
  const { operator = "", merchant_id = "", wallet_id = "" } = values;
  if (scope === "platform") return { scope, direction };
  if (scope === "operator") return operator === "" ? null : { scope, direction, operator: operator as Operator };
  if (scope === "merchant") return merchant_id === "" ? null : { scope, direction, merchant_id };
  return wallet_id === "" ? null : { scope, direction, wallet_id };
}
