/** What can be done with a merchant; the server's `actions` say when. */
import type { MerchantRow } from "../../../contract/merchants.schema.ts";
import { call, type CallError } from "../../api.ts";
import { isOff, moneyText } from "../../i18n/format.ts";
import { named } from "../../words/named.ts";
import { type ActionSpec, takenBack } from "../../list/spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { mayNow } from "../../session.tsx";
import { shownSecret, shownTest } from "./shown.ts";

/** Name, figures and address, as confirmations name a merchant. */
function whatOf(row: MerchantRow, { currency }: CellTools): Record<"id" | "name" | "balance" | "held" | "url", string> {
  return {
    id: row.id,
    name: row.name,
    balance: moneyText(row.balance, currency),
    held: moneyText(row.held_balance, currency),
    url: row.notify_url ?? "–",
  };
}

/** Why a merchant cannot be deleted, where the server names the reasons. */
export function inUseWords(error: CallError, { t, locale }: CellTools): string | null {
  const reasons: unknown = error.code === "still_in_use" ? error.details?.reasons : null;
  if (!Array.isArray(reasons) || reasons.length === 0) return null;
  return t("merchants.inUse.lead", { reasons: reasons.map((reason) => named("merchants", "inUse", String(reason))).join(locale === "zh" ? "，" : ", ") });
}

/** What the row itself tells of why it cannot be deleted; orders that are open only the server knows. */
function deleteBlocked(row: MerchantRow, { t, locale }: CellTools): string | null {
  const reasons = [...(isOff(row.balance) ? ["balance" as const] : []), ...(isOff(row.held_balance) ? ["hold" as const] : [])];
  if (reasons.length === 0) return null;
  return t("merchants.inUse.blocked", { reasons: reasons.map((reason) => t(`merchants.inUse.${reason}`)).join(locale === "zh" ? "，" : ", ") });
}

type Asked =
  | "enable"
  | "disable"
  | "delete"
  | "recover"
  | "secret"
  | "webhook-secret"
  | "webhook-test"
  | "openPayments"
  | "closePayments"
  | "openDisburses"
  | "closeDisburses";
/** Label, confirmation and notice of an act by its name. */
const words = (name: Asked) =>
  ({
    label: `merchants.action.${name}`,
    done: `merchants.done.${name}`,
    confirm: (row: MerchantRow, tools: CellTools) => ({
      title: tools.t(`merchants.ask.${name}Title`, whatOf(row, tools)),
      body: tools.t(`merchants.ask.${name}Body`, whatOf(row, tools)),
      label: tools.t(`merchants.action.${name}`),
    }),
  }) as const;

type Plain = "enable" | "disable" | "delete" | "recover";
const post =
  (id: Plain) =>
  ({ id: merchant, version }: MerchantRow, idempotencyKey: string) =>
    call(`POST /api/merchants/:id/${id}`, { params: { id: merchant }, body: { version }, idempotencyKey });
const plain = (id: Plain, danger = false): ActionSpec<MerchantRow> => ({
  id,
  danger,
  ...words(id),
  run: post(id),
  refused: inUseWords,
  ...takenBack(id, post, (row) => row.name),
});

/** One direction of order acceptance: opening and closing are two acts with rights of their own. */
function acceptance(side: "payments" | "disburses", open: boolean): ActionSpec<MerchantRow> {
  const name = side === "payments" ? (open ? "openPayments" : "closePayments") : open ? "openDisburses" : "closeDisburses";
  const turn =
    (to: boolean) =>
    ({ id, version }: MerchantRow, idempotencyKey: string) =>
      call("POST /api/merchants/:id/open", { params: { id }, body: { version, [side]: to }, idempotencyKey });
  return {
    id: name,
    danger: !open,
    ...words(name),
    offered: (row) => row.actions.includes("open") && row[`${side}_open`] !== open && mayNow(open ? "merchants.open" : "merchants.close"),
    run: turn(open),
    // Opening lets money move and stays asked about.
    ...(open ? {} : { back: { offered: () => mayNow("merchants.open"), run: turn(true), name: (row) => row.name } }),
  };
}

const edit = async () => (await import("./form.ts")).editForm();
export const merchantActions: readonly ActionSpec<MerchantRow>[] = [
  { id: "edit", label: "merchants.action.edit", offered: (row) => !row.deleted && mayNow("merchants.edit"), form: edit, done: "merchants.done.edit" },
  {
    id: "fees",
    label: "merchants.action.fees",
    offered: (row) => !row.deleted && mayNow("merchants.fees") && !mayNow("merchants.edit"),
    form: edit,
    done: "merchants.done.edit",
  },
  acceptance("payments", true),
  acceptance("payments", false),
  acceptance("disburses", true),
  acceptance("disburses", false),
  {
    id: "webhook-test",
    ...words("webhook-test"),
    run: async (row, idempotencyKey) => {
      const answer = await call("POST /api/merchants/:id/webhook-test", { params: { id: row.id }, body: {}, idempotencyKey });
      if (answer.success) shownTest.set({ name: row.name, result: answer.data });
      return answer;
    },
  },
  {
    id: "secret",
    danger: true,
    ...words("secret"),
    run: async (row, idempotencyKey) => {
      const answer = await call("POST /api/merchants/:id/secret", { params: { id: row.id }, body: { version: row.version }, idempotencyKey });
      if (answer.success && answer.status !== 202)
        shownSecret.set({
          kind: "secret",
          name: row.name,
          appId: row.app_id,
          values: [
            { label: "app_id", value: answer.data.app_id },
            { label: "app_secret", value: answer.data.app_secret },
          ],
          previousUntil: null,
        });
      return answer;
    },
  },
  {
    id: "webhook-secret",
    danger: true,
    ...words("webhook-secret"),
    run: async (row, idempotencyKey) => {
      const answer = await call("POST /api/merchants/:id/webhook-secret", { params: { id: row.id }, body: { version: row.version }, idempotencyKey });
      if (answer.success && answer.status !== 202)
        shownSecret.set({
          kind: "webhook",
          name: row.name,
          appId: row.app_id,
          values: [{ label: "webhook_secret", value: answer.data.webhook_secret }],
          previousUntil: answer.data.previous_until,
        });
      return answer;
    },
  },
  plain("enable"),
  plain("disable", true),
  plain("recover"),
  { ...plain("delete", true), blocked: deleteBlocked },
];
