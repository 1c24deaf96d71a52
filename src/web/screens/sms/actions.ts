/** What can be done with a message; the server's `actions` say when. */
import type { SmsRow } from "../../../contract/sms.schema.ts";
import { SMS_ACTION_PERMISSIONS, type SmsAction } from "../../../contract/sms.ts";
import { call } from "../../api.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ActionSpec, BulkSpec } from "../../list/spec/index.ts";
import { mayNow } from "../../session.tsx";
import { orderOf } from "./columns.tsx";
import { whatOf } from "./what-of.ts";

const restore = ({ id, version }: SmsRow, idempotencyKey: string) => call("POST /api/sms/:id/restore", { params: { id }, body: { version }, idempotencyKey });

/** Why a message cannot be matched with an order, and what leads there; in the order in which the server judges it. */
export function whyNotMatched(row: SmsRow, { t }: CellTools): string | null {
  if (!mayNow("sms.decide")) return t("sms.whyNot.permission");
  const of = orderOf(row);
  if (row.match_status === "matched") return of === null ? t("sms.whyNot.used") : t("sms.whyNot.matched", { id: of.id });
  if (row.match_status === "suspicious" || row.match_status === "unparsed" || row.match_status === "duplicate" || row.match_status === "other")
    return t(`sms.whyNot.${row.match_status}`);
  if (row.direction !== "credit" || row.amount === null) return t("sms.whyNot.notReceived");
  if (row.trx_id === null) return t("sms.whyNot.noTrx");
  return row.match_status === "ignored" ? t("sms.whyNot.ignored") : null;
}

/** Nothing has proven it and nothing of it is booked, which is what accepting is offered for: it may be forged, and the eye is led to no act that believes it. */
const isUnproven = ({ actions }: SmsRow): boolean => actions.includes("accept");

const ACTIONS = {
  match: {
    id: "match",
    label: "sms.action.match",
    key: "m",
    inline: (row) => !isUnproven(row),
    doubted: isUnproven,
    whyNot: whyNotMatched,
    form: async () => (await import("./forms.tsx")).matchForm,
    done: "sms.done.match",
  },
  accept: {
    id: "accept",
    label: "sms.action.accept",
    doubted: isUnproven,
    form: async () => (await import("./forms.tsx")).acceptForm,
    done: "sms.done.accept",
  },
  ignore: {
    id: "ignore",
    label: "sms.action.ignore",
    key: "r",
    danger: true,
    form: async () => (await import("./forms.tsx")).ignoreForm,
    done: "sms.done.ignore",
    back: { offered: () => true, run: restore, name: ({ id }) => id },
  },
  restore: {
    id: "restore",
    label: "sms.action.restore",
    confirm: (row, tools) => ({
      title: tools.t("sms.ask.restoreTitle", whatOf(row, tools)),
      body: tools.t("sms.ask.restoreBody"),
      label: tools.t("sms.action.restore"),
    }),
    run: restore,
    done: "sms.done.restore",
  },
  parse: {
    id: "parse",
    label: "sms.action.parse",
    confirm: (row, { t }) => ({ title: t("sms.ask.parseTitle", { id: row.id }), body: t("sms.ask.parseBody"), label: t("sms.action.parse") }),
    run: (row, idempotencyKey) => call("POST /api/sms/:id/parse", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
    done: "sms.done.parse",
  },
} as const satisfies Record<SmsAction, ActionSpec<SmsRow>>;

export const smsActions: readonly ActionSpec<SmsRow>[] = Object.values(ACTIONS);

const bulk = (action: Exclude<SmsAction, "restore" | "accept">, more: Pick<BulkSpec<SmsRow>, "danger"> = {}): BulkSpec<SmsRow> => ({
  id: action,
  label: `sms.action.${action}`,
  permission: SMS_ACTION_PERMISSIONS[action],
  job: `sms.${action}`,
  ...more,
});

export const smsBulk: readonly BulkSpec<SmsRow>[] = [bulk("parse"), bulk("match"), bulk("ignore", { danger: true })];
