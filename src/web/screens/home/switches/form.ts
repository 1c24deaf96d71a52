/** Closing a part of the business: what, which way, why, until when; its effect stands under it before it is sent. */
import { OPERATOR_INFO, OPERATORS, type Operator } from "../../../../contract/operators.ts";
import type { SwitchRow } from "../../../../contract/switches.schema.ts";
import { SWITCH_DIRECTIONS, SWITCH_SCOPES, type SwitchDirection, type SwitchScope } from "../../../../contract/switches.ts";
import { call } from "../../../api.ts";
import type { FieldSpec, FormSpec } from "../../../forms/spec.ts";
import { SwitchEffectField } from "./effect.tsx";
import { targetOf } from "./target.ts";

const MINUTE_MS = 60_000;
const REASON_MAX = 500;
const ENDS = { never: null, minutes30: 30 * MINUTE_MS, hour: 60 * MINUTE_MS, hours4: 240 * MINUTE_MS, day: 1440 * MINUTE_MS } as const;
type End = keyof typeof ENDS;
const ends = Object.keys(ENDS) as End[]; // keys of a literal: exactly its names

const inScope =
  (scope: SwitchScope): NonNullable<FieldSpec<null>["shown"]> =>
  (values) =>
    values.scope === scope;

/** `operators`: those that this deployment works with. */
export function closeForm(operators: readonly Operator[]): FormSpec<null, SwitchRow> {
  return {
    title: (_none, { t }) => t("switches.form.title"),
    intro: (_none, { t }) => t("switches.form.intro"),
    fields: [
      {
        name: "scope",
        kind: "radio",
        label: "switches.form.scope",
        required: true,
        options: SWITCH_SCOPES.map((value) => ({ value, label: `switches.scope.${value}` as const })),
      },
      {
        name: "operator",
        kind: "choice",
        label: "switches.form.operator",
        required: true,
        group: "operator",
        shown: inScope("operator"),
        options: OPERATORS.filter((one) => operators.includes(one)).map((value) => ({ value, label: { text: OPERATOR_INFO[value].name } })),
      },
      { name: "merchant_id", kind: "lookup", source: "merchants", label: "switches.form.merchant", required: true, shown: inScope("merchant") },
      { name: "wallet_id", kind: "lookup", source: "wallets", label: "switches.form.wallet", required: true, shown: inScope("wallet") },
      {
        name: "direction",
        kind: "radio",
        label: "switches.form.direction",
        required: true,
        options: SWITCH_DIRECTIONS.map((value) => ({ value, label: `switches.direction.${value}` as const })),
      },
      { name: "reason", kind: "multiline", label: "switches.form.reason", help: "switches.form.reasonHelp", required: true, maxLength: REASON_MAX },
      {
        name: "until",
        kind: "choice",
        label: "switches.form.until",
        required: true,
        options: ends.map((value) => ({ value, label: `switches.form.for.${value}` as const })),
        server: ["reopen_at"],
      },
      { name: "effect", kind: "custom", label: "switches.form.effect", component: SwitchEffectField },
    ],
    initial: () => ({ scope: "operator", operator: "", merchant_id: "", wallet_id: "", direction: "both", reason: "", until: "never" }),
    submit: (values, _none, idempotencyKey) => {
      const end = ENDS[values.until as End] ?? null; // one of the choices
      const target = targetOf(values) ?? { scope: values.scope as SwitchScope, direction: values.direction as SwitchDirection };
      return call("POST /api/switches", {
        body: { ...target, reason: (values.reason ?? "").trim(), reopen_at: end === null ? null : new Date(Date.now() + end).toISOString() },
        idempotencyKey,
      });
    },
    label: "switches.form.submit",
    danger: true,
  };
}
