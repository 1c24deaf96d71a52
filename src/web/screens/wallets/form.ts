/** The form of a wallet: new, or changed. Finance sees every field and changes the limits. */
import { linesOf } from "../../forms/entries.ts";
import { API_TYPES, normaliseAccount, OPERATOR_INFO, OPERATORS, WALLET_TYPES, type Operator } from "../../../contract/operators.ts";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import { call } from "../../api.ts";
import type { FieldSpec, FormSpec, Values } from "../../forms/spec.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { mayNow } from "../../session.tsx";
import { officialFields } from "./official-fields.ts";
import { settingFields } from "./setting-fields.ts";
import { BeginWith } from "./templates/pick.tsx";
import { createBody, patchBody, valuesOf } from "./values.ts";

const NAME_MAX = 64;
const ACCOUNT_MAX = 20;
const LOCATION_MAX = 128;
const PROXY_MAX = 300;

const operatorOf = (values: Values): Operator => OPERATORS.find((one) => one === values.operator) ?? "bkash";
const checkAccount = (value: string, values: Values): MessageKey | null =>
  normaliseAccount(operatorOf(values), value) === null ? "wallets.form.accountBad" : null;
/** @param isNew a wallet keeps its operator for life, and may be born disabled */
// oxlint-disable-next-line max-lines-per-function -- a table of fields, one after the other
function fields<Subject>(isNew: boolean): readonly FieldSpec<Subject>[] {
  const locked = { disabled: () => !isNew && !mayNow("wallets.edit") } as const;
  const created: readonly FieldSpec<Subject>[] = [
    {
      name: "operator",
      kind: "choice",
      label: "wallets.column.operator",
      required: true,
      group: "operator",
      half: true,
      options: OPERATORS.map((value) => ({ value, label: { text: OPERATOR_INFO[value].name } })),
    },
  ];
  return [
    {
      name: "name",
      kind: "text",
      label: "wallets.column.name",
      required: true,
      maxLength: NAME_MAX,
      half: true,
      section: "wallets.form.section.account",
      ...locked,
    },
    { name: "note_name", kind: "text", label: "wallets.column.note_name", maxLength: NAME_MAX, half: true, ...locked },
    ...(isNew ? created : []),
    {
      name: "account",
      kind: "text",
      label: "wallets.column.account",
      required: true,
      group: "operator",
      maxLength: ACCOUNT_MAX,
      check: checkAccount,
      half: true,
      ...locked,
    },
    {
      name: "wallet_type",
      kind: "choice",
      label: "wallets.column.wallet_type",
      required: true,
      half: true,
      options: WALLET_TYPES.map((value) => ({ value, label: `common.walletType.${value}` as const })),
      ...locked,
    },
    {
      name: "api_type",
      kind: "choice",
      label: "wallets.column.api_type",
      required: true,
      half: true,
      options: API_TYPES.map((value) => ({ value, label: `common.apiType.${value}` as const })),
      ...locked,
    },
    ...(isNew ? ([{ name: "template", kind: "custom", label: "templates.one", component: BeginWith }] as const) : []),
    ...settingFields<Subject>(locked.disabled),
    ...(isNew ? ([{ name: "enabled", kind: "switch", label: "wallets.form.enabled" }] as const) : []),
    ...officialFields<Subject>(isNew),
    { name: "location", kind: "text", label: "wallets.column.location", maxLength: LOCATION_MAX, section: "wallets.form.section.network", ...locked },
    { name: "proxy", kind: "text", label: "wallets.column.proxy", help: "wallets.form.proxy", maxLength: PROXY_MAX, secret: true, ...locked },
    { name: "ip_whitelist", kind: "multiline", entries: linesOf, label: "words.field.ip_whitelist", help: "wallets.form.ip", ...locked },
  ];
}

/** Makes a wallet under one of the platform's operators. */
export function createForm(operators: readonly Operator[]): FormSpec<null, WalletRow> {
  return {
    title: (_none, { t }) => t("wallets.ask.createTitle"),
    fields: fields<null>(true).map((field) =>
      field.name === "operator" && field.kind === "choice"
        ? { ...field, options: field.options.filter((option) => operators.some((one) => one === option.value)) }
        : field,
    ),
    initial: () => ({ ...valuesOf(null), operator: operators[0] ?? "" }),
    submit: (values, _none, idempotencyKey) => call("POST /api/wallets", { body: createBody(values), idempotencyKey }),
    label: "wallets.form.create",
  };
}

/** Changes a wallet. */
export const editForm: FormSpec<WalletRow, WalletRow> = {
  title: (row, { t }) => t("wallets.ask.editTitle", { name: row.name }),
  intro: (_row, { t }) => (mayNow("wallets.edit") ? null : t("wallets.ask.limitsIntro")),
  fields: fields<WalletRow>(false),
  initial: valuesOf,
  submit: (values, row) => call("PATCH /api/wallets/:id", { params: { id: row.id }, body: patchBody(row, values, !mayNow("wallets.edit")) }),
  label: "common.save",
  reload: async (row) => {
    const answer = await call("GET /api/wallets/:id", { params: { id: row.id } });
    return answer.success ? answer.data : null;
  },
};
