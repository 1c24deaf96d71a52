/** A new version of a merchant's fee: for what, how much, in tiers, from when; tried on past orders before it is sent. */
import { FEE_DIRECTIONS } from "../../../../contract/fees.ts";
import type { FeeVersions } from "../../../../contract/fees.schema.ts";
import type { MerchantRow } from "../../../../contract/merchants.schema.ts";
import { parseAmount } from "../../../../contract/money.ts";
import { OPERATOR_INFO, type Operator } from "../../../../contract/operators.ts";
import { formatDateTime, readDateTime, DAY_MS } from "../../../../contract/time.ts";
import { call } from "../../../api.ts";
import { MomentField } from "../../../forms/moment-field.tsx";
import type { FieldSpec, FormSpec, Values } from "../../../forms/spec.ts";
import { bpsOf } from "../values.ts";
import { text } from "../../../i18n/keys.ts";
import { PreviewField } from "./preview.tsx";
import { TiersField } from "./tiers.tsx";
import { isFree, placeOf, readTiers, ruleAt, ruleOf, ruleValues } from "./values.ts";

const FREE = { rate_bps: 0, fixed: "0.00", min: null, max: null, tiers: [] };

/** The typed moment as the server takes it; the field's check has read it. */
const instantOf = (typed = ""): string | null => {
  const at = readDateTime(typed);
  return at === null ? null : new Date(at).toISOString();
};

const amount = (name: "fixed" | "min" | "max"): FieldSpec<MerchantRow> => ({
  name,
  kind: "amount",
  zero: true,
  label: `fees.form.${name}`,
  half: true,
  server: [`rule.${name}`],
  ...(name === "max"
    ? {
        check: (value: string, values: Values) => {
          const [least, most] = [parseAmount((values.min ?? "").trim()), parseAmount(value)];
          return least !== null && most !== null && most < least ? "merchants.form.maxBelowMin" : null;
        },
      }
    : {}),
});

/** `begun`: what the rule's fields begin with at the place that is chosen. */
const fields = (operators: readonly Operator[], begun: (chosen: Values) => Values): readonly FieldSpec<MerchantRow>[] => [
  {
    name: "direction",
    kind: "choice",
    label: "fees.form.direction",
    required: true,
    half: true,
    options: FEE_DIRECTIONS.map((value) => ({ value, label: `fees.direction.${value}` as const })),
    proposes: begun,
  },
  {
    name: "operator",
    kind: "choice",
    label: "fees.form.operator",
    help: "fees.form.operatorHelp",
    required: true,
    half: true,
    options: [{ value: "all", label: "fees.allOperators" }, ...operators.map((value) => ({ value, label: { text: OPERATOR_INFO[value].name } }))],
    proposes: begun,
  },
  {
    name: "rate",
    kind: "text",
    label: "fees.form.rate",
    half: true,
    maxLength: 6,
    check: (value) => (bpsOf(value) === null ? "merchants.form.rateBad" : null),
    server: ["rule.rate_bps"],
  },
  amount("fixed"),
  amount("min"),
  amount("max"),
  {
    name: "tiers",
    kind: "custom",
    label: "fees.form.tiers",
    component: TiersField,
    check: (value) => (readTiers(value) === null ? "fees.form.tiersBad" : null),
    server: ["rule.tiers"],
  },
  {
    name: "begins",
    kind: "radio",
    label: "fees.form.begins",
    required: true,
    options: [
      { value: "now", label: "fees.form.now" },
      { value: "later", label: "fees.form.later" },
    ],
  },
  {
    name: "at",
    kind: "custom",
    label: "fees.form.at",
    required: true,
    component: MomentField,
    shown: (values) => values.begins === "later",
    check: (value) => {
      const at = readDateTime(value);
      return at === null ? "list.dates.bad" : at > Date.now() ? null : "fees.form.atBad";
    },
    server: ["valid_from"],
  },
  { name: "preview", kind: "custom", label: "fees.form.preview", component: PreviewField },
];

/** `operators`: those that this deployment works with. What nobody has touched shows the rule that holds now for what is chosen. */
export function feeForm(given: FeeVersions, operators: readonly Operator[]): FormSpec<MerchantRow, FeeVersions> {
  let known = given;
  const begun = (chosen: Values): Values => ruleValues(ruleAt(known.items, placeOf(chosen)) ?? FREE);
  return {
    title: (row, { t }) => t("fees.form.title", { name: row.name }),
    intro: (_row, { t }) => t("fees.form.intro"),
    fields: fields(operators, begun),
    initial: (_row, chosen = {}) => ({ direction: "payment", operator: "all", ...begun(chosen), begins: "now", at: formatDateTime(Date.now() + DAY_MS) }),
    ask: (values) => {
      const rule = ruleOf(values);
      return rule !== null && isFree(rule) ? text(`merchants.form.free.${placeOf(values).direction}`) : null;
    },
    submit: (values, row, idempotencyKey) =>
      call("POST /api/merchants/:id/fees", {
        params: { id: row.id },
        body: {
          version: known.merchant_version,
          ...placeOf(values),
          rule: ruleOf(values) ?? FREE, // the fields' checks have read it
          valid_from: values.begins === "later" ? instantOf(values.at) : null,
        },
        idempotencyKey,
      }),
    label: "fees.form.save",
    reload: async (row) => {
      const fees = await call("GET /api/merchants/:id/fees", { params: { id: row.id } });
      if (fees.success) known = fees.data;
      const answer = await call("GET /api/merchants/:id", { params: { id: row.id } });
      return answer.success ? answer.data : null;
    },
  };
}
