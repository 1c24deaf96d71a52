/** The form of a template: new, copied, or changed. */
import type { ReactElement } from "react";
import { OPERATOR_INFO, OPERATORS, WALLET_TYPES, type Operator } from "../../../../contract/operators.ts";
import type { WalletTemplateRow } from "../../../../contract/wallet-templates.schema.ts";
import { call } from "../../../api.ts";
import { useCellTools } from "../../../cell-tools.ts";
import type { CustomFieldProps, FieldSpec, FormSpec, Values } from "../../../forms/spec.ts";
import { settingFields } from "../setting-fields.ts";
import { Changes } from "./changes.tsx";
import { typeWord } from "./type-word.ts";
import css from "./templates.module.css";
import { differences, settingsIn, settingsOf, settingValues, USUAL } from "./values.ts";

const NAME_MAX = 64;
const name = { name: "name", kind: "text", label: "templates.name", required: true, maxLength: NAME_MAX } as const;
const isDefault = { name: "is_default", kind: "switch", label: "templates.isDefault", help: "templates.isDefaultHelp" } as const;

/** Settings under the names that the server reports them by. */
const settings = <Subject,>(): readonly FieldSpec<Subject>[] => settingFields<Subject>().map((field) => ({ ...field, server: [`settings.${field.name}`] }));

/** Before it is saved: what would be another way, and that no wallet is. */
function WhatChanges({ values, subject }: CustomFieldProps<WalletTemplateRow>): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const items = differences(settingsOf(subject.settings), settingsIn(values));
  const said = items.length === 0 ? t("templates.noChange") : t("templates.changes", { n: items.length });
  return (
    <div role="status" className={css.box}>
      <span className="fd-dim">{said}</span>
      <Changes items={items} label={said} tools={tools} />
      {items.length > 0 && subject.wallets > 0 ? <span className="fd-dim">{t("templates.noWallet", { n: subject.wallets })}</span> : null}
    </div>
  );
}

const bodyOf = (values: Values) => ({
  name: (values.name ?? "").trim(),
  is_default: values.is_default === "true",
  settings: settingsIn(values),
});

/** @param from copied; null: a new one @param operators those that config has switched on */
export function newTemplateForm(from: WalletTemplateRow | null, operators: readonly Operator[]): FormSpec<null, WalletTemplateRow> {
  return {
    title: (_none, { t }) => (from === null ? t("templates.newTitle") : t("templates.copyTitle", { name: from.name })),
    fields: [
      name,
      {
        name: "operator",
        kind: "choice",
        label: "words.field.operator",
        required: true,
        half: true,
        options: operators.map((value) => ({ value, label: { text: OPERATOR_INFO[value].name } })),
      },
      {
        name: "wallet_type",
        kind: "choice",
        label: "words.field.wallet_type",
        required: true,
        half: true,
        options: WALLET_TYPES.map((value) => ({ value, label: `common.walletType.${value}` as const })),
      },
      isDefault,
      ...settings<null>(),
    ],
    initial: () => ({
      name: "",
      operator: from?.operator ?? operators[0] ?? "",
      wallet_type: from?.wallet_type ?? "",
      is_default: "",
      ...settingValues(from === null ? USUAL : settingsOf(from.settings)),
    }),
    submit: (values, _none, idempotencyKey) =>
      call("POST /api/wallet-templates", {
        body: {
          ...bodyOf(values),
          operator: OPERATORS.find((one) => one === values.operator) ?? "bkash",
          wallet_type: WALLET_TYPES.find((one) => one === values.wallet_type) ?? "agent",
        },
        idempotencyKey,
      }),
    label: "templates.create",
  };
}

/** Only what was changed is sent, so that what somebody else saved meanwhile stays. */
function patchOf(row: WalletTemplateRow, values: Values) {
  const body = bodyOf(values);
  return {
    version: row.version,
    ...(body.name === row.name ? {} : { name: body.name }),
    ...(body.is_default === row.is_default ? {} : { is_default: body.is_default }),
    ...(differences(settingsOf(row.settings), body.settings).length === 0 ? {} : { settings: body.settings }),
  };
}

export const editTemplateForm: FormSpec<WalletTemplateRow, WalletTemplateRow> = {
  title: (row, { t }) => t("templates.editTitle", { name: row.name }),
  intro: typeWord,
  fields: [
    name,
    isDefault,
    ...settings<WalletTemplateRow>(),
    { name: "what", kind: "custom", label: "templates.whatChanges", component: WhatChanges, section: "templates.whatChanges" },
  ],
  initial: (row) => ({ name: row.name, is_default: row.is_default ? "true" : "", ...settingValues(settingsOf(row.settings)) }),
  submit: (values, row, idempotencyKey) => call("PATCH /api/wallet-templates/:id", { params: { id: row.id }, body: patchOf(row, values), idempotencyKey }),
  label: "common.save",
  reload: async (row) => {
    const answer = await call("GET /api/wallet-templates");
    return answer.success ? (answer.data.items.find(({ id }) => id === row.id) ?? null) : null;
  },
};
