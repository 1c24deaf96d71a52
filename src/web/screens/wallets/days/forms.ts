/** Closing and reopening a wallet's day. */
import { dayText } from "../../../../contract/time.ts";
import { DAY_DIFFERENCES } from "../../../../contract/reconciliation.ts";
import type { ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";
import { differencesOf } from "../../../../contract/wallet-days.ts";
import { call } from "../../../api.ts";
import type { FormSpec } from "../../../forms/spec.ts";
import { isOff, moneyText } from "../../../i18n/format.ts";

const REASON_MAX = 500;
const nameOf = (row: ReconciliationRow): { wallet: string; date: string } => ({ wallet: row.wallet_name, date: dayText(row.date) });

async function reload(row: ReconciliationRow): Promise<ReconciliationRow | null> {
  const answer = await call("GET /api/reconciliation/:id/:date", { params: { id: row.wallet_id, date: row.date } });
  return answer.success ? answer.data.day : null;
}

const dayOf = (row: ReconciliationRow): string => `${row.wallet_id} ${row.date}`;

/** Compares with the real balance and locks the day; a difference needs its reason, which the server asks for. */
export const closeForm: FormSpec<ReconciliationRow, ReconciliationRow> = {
  object: dayOf,
  title: (row, { t }) => t("reconciliation.close.title", nameOf(row)),
  intro: (row, { t, currency }) =>
    t("reconciliation.close.intro", { opening: moneyText(row.opening_balance, currency), estimated: moneyText(row.estimated_balance, currency) }),
  fields: [
    { name: "real_balance", kind: "amount", zero: true, label: "words.field.real_balance", help: "reconciliation.close.realHelp", required: true },
    { name: "reason", kind: "multiline", label: "reconciliation.close.reason", help: "reconciliation.close.reasonHelp", maxLength: REASON_MAX },
  ],
  initial: (row) => {
    // What the books expect stays out of it: the day is compared with what the operator's own screen says.
    const known = row.real_balance ?? "";
    return { real_balance: known.startsWith("-") ? "" : known, reason: "" };
  },
  submit: (values, row, idempotencyKey) =>
    call("POST /api/reconciliation/:id/:date/close", {
      params: { id: row.wallet_id, date: row.date },
      body: {
        version: row.version,
        estimated_balance: row.estimated_balance,
        differences: differencesOf(row),
        real_balance: (values.real_balance ?? "").trim(),
        ...(values.reason?.trim() ? { reason: values.reason.trim().replace(/\s*\n\s*/g, " ") } : {}),
      },
      idempotencyKey,
    }),
  label: "reconciliation.close.submit",
  // The balance may be the same, and what else is known of the day another.
  present: (row, { t, currency }) =>
    DAY_DIFFERENCES.filter((of) => isOff(row[of])).reduce(
      (one, of) =>
        t("reconciliation.close.and", {
          one,
          more: t("list.filters.pair", { what: t(`reconciliation.close.off.${of}`), value: moneyText(row[of] ?? "", currency) }),
        }),
      t("reconciliation.close.present", { estimated: moneyText(row.estimated_balance, currency) }),
    ),
  reload,
};

/** Asks for the other one of finance and admin. */
export const reopenForm: FormSpec<ReconciliationRow, ReconciliationRow> = {
  object: dayOf,
  title: (row, { t }) => t("reconciliation.reopen.title", nameOf(row)),
  intro: (_row, { t }) => t("reconciliation.reopen.intro"),
  fields: [{ name: "reason", kind: "multiline", label: "words.field.reason", required: true, maxLength: REASON_MAX }],
  initial: () => ({ reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/reconciliation/:id/:date/reopen", {
      params: { id: row.wallet_id, date: row.date },
      body: { version: row.version, reason: (values.reason ?? "").trim().replace(/\s*\n\s*/g, " ") },
      idempotencyKey,
    }),
  label: "reconciliation.reopen.submit",
  danger: true,
  reload,
};
