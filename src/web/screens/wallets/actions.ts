/** What can be done with a wallet; the server's `actions` say when. */
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import { WALLET_ACTION_PERMISSIONS, type WalletAction } from "../../../contract/wallets.ts";
import { call, type CallError } from "../../api.ts";
import { isOff, moneyText, phoneText } from "../../i18n/format.ts";
import { type ActionSpec, type BulkSpec, takenBack } from "../../list/spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { mayNow } from "../../session.tsx";

/** Name, account and figures, as confirmations name a wallet. */
function whatOf(row: WalletRow, { t, currency }: CellTools): Record<"id" | "name" | "account" | "balance" | "frozen" | "discrepancy", string> {
  const money = (amount: string): string => moneyText(amount, currency);
  return {
    id: row.id,
    name: row.name,
    account: phoneText(row.account),
    balance: money(row.balance),
    frozen: money(row.frozen_balance),
    discrepancy: row.breaks === null ? t("wallets.ask.clearNoDiscrepancy") : money(row.breaks.amount),
  };
}

/** Figures that stand against a deletion or a change of account, where the server names them. */
export function inUseWords(error: CallError, { t, currency }: CellTools): string | null {
  if (error.code !== "still_in_use") return null;
  const { balance, frozen_balance: frozen, open_orders: orders } = error.details ?? {};
  if (typeof orders !== "number") return null;
  if (typeof balance !== "string" || typeof frozen !== "string") return t("wallets.inUseOrders", { orders });
  return t("wallets.inUse", { balance: moneyText(balance, currency), frozen: moneyText(frozen, currency), orders });
}

/** What the row itself tells of why it cannot be deleted; orders that are open only the server knows. */
function deleteBlocked({ balance, frozen_balance: frozen }: WalletRow, { t, currency }: CellTools): string | null {
  if (!isOff(balance) && !isOff(frozen)) return null;
  return t("wallets.inUseBlocked", { balance: moneyText(balance, currency), frozen: moneyText(frozen, currency) });
}

type Plain = "enable" | "disable" | "delete" | "recover" | "clear";
const post =
  (id: Plain) =>
  ({ id: wallet, version }: WalletRow, idempotencyKey: string) =>
    call(`POST /api/wallets/:id/${id}`, { params: { id: wallet }, body: { version }, idempotencyKey });
const plain = (id: Plain, danger = false): ActionSpec<WalletRow> => ({
  id,
  label: `wallets.action.${id}`,
  danger,
  confirm: (row, tools) => ({
    title: tools.t(`wallets.ask.${id}Title`, whatOf(row, tools)),
    body: tools.t(`wallets.ask.${id}Body`, whatOf(row, tools)),
    label: tools.t(`wallets.action.${id}`),
  }),
  run: post(id),
  done: `wallets.done.${id}`,
  refused: inUseWords,
  ...takenBack(id, post, (row) => row.name),
});

const ACTIONS = {
  bind: {
    id: "bind",
    label: "wallets.action.bind",
    inline: (row) => row.bind_status === "unbound" && row.api_type === "app",
    form: async () => (await import("./bind-form.ts")).bindForm,
    done: "wallets.done.bind",
  },
  enable: plain("enable"),
  disable: plain("disable"),
  unbind: {
    id: "unbind",
    label: "wallets.action.unbind",
    danger: true,
    form: async () => (await import("./bind-form.ts")).unbindForm,
    done: "wallets.done.unbind",
  },
  clear: plain("clear", true),
  recover: plain("recover"),
  delete: { ...plain("delete", true), blocked: deleteBlocked },
} as const satisfies Record<WalletAction, ActionSpec<WalletRow>>;

const edit = async () => (await import("./form.ts")).editForm;
export const walletActions: readonly ActionSpec<WalletRow>[] = [
  { id: "edit", label: "wallets.action.edit", offered: (row) => !row.deleted && mayNow("wallets.edit"), form: edit, done: "wallets.done.edit" },
  {
    id: "limits",
    label: "wallets.action.limits",
    offered: (row) => !row.deleted && mayNow("wallets.limits") && !mayNow("wallets.edit"),
    form: edit,
    done: "wallets.done.edit",
  },
  {
    id: "template",
    label: "templates.apply",
    offered: (row) => !row.deleted && mayNow("wallets.edit"),
    form: async () => (await import("./templates/apply-form.ts")).applyForm,
    done: "templates.applied",
  },
  ...Object.values(ACTIONS),
  {
    id: "payoutDevice",
    label: "wallets.action.payoutDevice",
    offered: (row) => !row.deleted && row.devices.some((device) => device.app === "native") && mayNow("wallets.bind"),
    form: async () => (await import("./bind-form.ts")).payoutDeviceForm,
    done: "wallets.done.payoutDevice",
  },
];

const bulk = (action: "enable" | "disable"): BulkSpec<WalletRow> => ({
  id: action,
  label: `wallets.action.${action}`,
  permission: WALLET_ACTION_PERMISSIONS[action],
  job: `wallets.${action}`,
});
export const walletBulk: readonly BulkSpec<WalletRow>[] = [
  bulk("enable"),
  bulk("disable"),
  {
    id: "template",
    label: "templates.apply",
    permission: "wallets.edit",
    offered: (row) => !row.deleted,
    job: "wallets.template",
    target: () => import("./templates/bulk-pick.tsx"),
  },
];
