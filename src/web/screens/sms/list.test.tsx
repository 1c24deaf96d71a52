// @vitest-environment happy-dom
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { SmsRow } from "../../../contract/sms.schema.ts";
import { CONTINUITY_STATES, MATCH_STATUSES, SMS_ACTIONS, SMS_KINDS } from "../../../contract/sms.ts";
import type { CellTools } from "../../cell-tools.ts";
import { activate } from "../../i18n/index.ts";
import { text } from "../../i18n/keys.ts";
import { testList } from "../../list/suite.tsx";
import { viewAs } from "../../list/suite-viewer.ts";
import { smsActions, whyNotMatched } from "./actions.ts";
import { orderOf, smsColumns } from "./columns.tsx";
import { matchForm } from "./forms.tsx";
import { smsList } from "./spec.ts";

const full: SmsRow = {
  id: "S261121XY12AB34",
  wallet_id: "W261121XY12AB34",
  wallet_deleted: false,
  wallet_name: "bKash 01",
  device_id: "G261121XY12AB34",
  device_name: "Redmi",
  operator: "bkash",
  sender: "bKash",
  text: "You have received Tk 500.00",
  class: "bkash.received",
  kind: "receive",
  direction: "credit",
  amount: "500.00",
  fee: "0.00",
  commission: null,
  balance: "25310.00",
  trx_id: "CK7A91QWE0",
  counterparty: "01812345678",
  reference: "8841",
  operator_time: "2026-11-20T04:00:00.000Z",
  received_at: "2026-11-20T04:00:05.000Z",
  match_status: "matched",
  payment_amount: "1250.00",
  payment_id: "P261121XY12AB34",
  disburse_id: null,
  transfer_id: null,
  withdrawal_id: null,
  chain: "fits",
  reasons: ["same_amount"],
  origin: "device",
  version: 1,
  actions: [...SMS_ACTIONS],
};
const bare: SmsRow = {
  ...full,
  wallet_id: null,
  wallet_name: null,
  device_id: null,
  device_name: null,
  operator: null,
  sender: null,
  class: null,
  direction: "none",
  amount: null,
  fee: null,
  balance: null,
  trx_id: null,
  counterparty: null,
  reference: null,
  operator_time: null,
  payment_id: null,
  reasons: [],
};
testList(
  smsList,
  [
    full,
    bare,
    { ...full, direction: "debit" },
    { ...bare, direction: "debit", withdrawal_id: "X261121XY12AB34" },
    ...MATCH_STATUSES.map((match_status) => ({ ...bare, match_status })),
    ...SMS_KINDS.map((kind) => ({ ...full, kind })),
    ...CONTINUITY_STATES.map((chain) => ({ ...full, chain })),
  ],
  ["class"],
);

describe("messages", () => {
  it("belong to the payment, payout, transfer or withdrawal that they are about", () => {
    const ids = { payment_id: null, disburse_id: null, transfer_id: null, withdrawal_id: null };
    expect(orderOf({ ...bare, ...ids })).toBeNull();
    expect(orderOf({ ...bare, ...ids, disburse_id: "D1" })).toEqual({ type: "disburse", id: "D1" });
    expect(orderOf({ ...bare, ...ids, transfer_id: "T1" })).toEqual({ type: "transfer", id: "T1" });
    expect(orderOf({ ...bare, ...ids, withdrawal_id: "X1" })).toEqual({ type: "withdrawal", id: "X1" });
  });

  it("mark what came in and what went out, and no money that only a forgery speaks of", () => {
    const amount = (row: SmsRow): ReactNode => smsColumns.find((column) => column.id === "amount")?.render(row, {} as CellTools); // needs no tools
    const shown = (row: SmsRow): string => renderToStaticMarkup(amount(row)).replace(/<[^>]+>/g, "");
    expect([shown(full), shown({ ...full, direction: "debit" }), shown({ ...full, kind: "spoof_suspect", direction: "none" })]).toEqual([
      "+500.00",
      "−500.00",
      "500.00",
    ]);
  });

  it("show their own text, sender and TrxID where an order is chosen for them", async () => {
    await activate("zh", "rest");
    const shown = renderToStaticMarkup(<>{matchForm.about?.(full, { t: text, locale: "zh", currency: "BDT" })}</>);
    for (const part of [full.text, full.sender, full.trx_id]) expect(shown).toContain(part);
  });

  it.each(["zh", "en"] as const)("say why they cannot be matched, each state in its own words, in %s", async (locale) => {
    await activate(locale, "rest");
    const tools: CellTools = { t: text, locale, currency: "BDT" };
    const why = (more: Partial<SmsRow>): string | null => whyNotMatched({ ...full, payment_id: null, match_status: "review", ...more }, tools);
    viewAs("auditor");
    const words = [why({})];
    viewAs("admin");
    words.push(
      why({ match_status: "matched", payment_id: "P261121XY12AB34" }),
      why({ match_status: "matched" }),
      ...(["suspicious", "unparsed", "duplicate", "other", "ignored"] as const).map((match_status) => why({ match_status })),
      why({ direction: "debit" }),
      why({ trx_id: null }),
    );
    expect(words).not.toContain(null);
    expect(new Set(words).size).toBe(words.length);
    expect(words.join(" ")).not.toMatch(/whyNot|undefined/);
    expect(words[1]).toContain("P261121XY12AB34");
    expect([why({ direction: "debit" }), why({ amount: null }), why({})]).toEqual([words[8], words[8], null]);
  });

  it("lead the eye to matching where the money is booked, and to no act that believes a message which nothing proves", () => {
    const caught = (actions: SmsRow["actions"]): string[] => {
      const row: SmsRow = { ...full, match_status: "review", payment_id: null, actions };
      return smsActions.filter((action) => actions.some((id) => id === action.id) && action.inline?.(row) && !action.danger).map(({ id }) => id);
    };
    expect(caught(["match", "ignore"])).toEqual(["match"]);
    expect(caught(["match", "accept", "ignore", "parse"])).toEqual([]);
  });

  it("know every act of the contract", () => {
    expect(smsActions.map((action) => action.id).sort()).toEqual([...SMS_ACTIONS].sort());
  });
});
