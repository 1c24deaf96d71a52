/** What is offered on a message: matching only where matching itself would not refuse. */
import { expect, it } from "vitest";
import { rightsOf } from "../../../contract/permissions.ts";
import { PublicIds } from "../../platform/db/ids.ts";
import type { UserActor } from "../../platform/context.ts";
import { smsRowOf, type SmsRaw } from "./queries.ts";

const raw: SmsRaw = {
  id: 1n,
  wallet_id: 2n,
  device_id: null,
  operator: "bkash",
  sender: "bKash",
  text: "You have received Tk 500.00",
  class: null,
  kind: "receive",
  direction: "credit",
  amount: 500_00n,
  fee: null,
  commission: null,
  balance: null,
  extra: null,
  trx_id: "CK7A91QWE0",
  trx_key: "CK7A91QWE0",
  counterparty: null,
  reference: null,
  operator_time: null,
  received_at: new Date(0),
  match_status: "review",
  payment_id: null,
  disburse_id: null,
  transfer_id: null,
  withdrawal_id: null,
  continuity: "fits",
  reasons: [],
  origin: "device",
  booked_txn: null,
  in_suspense: false,
  version: 1,
  wallet_name: null,
  wallet_deleted: null,
  device_name: null,
  payment_amount: null,
};
const viewer = { type: "user", userType: "admin", rights: rightsOf("admin", null), merchantId: null } as Partial<UserActor> as UserActor; // what is asked of who looks
const OWN = "01700000099";
const offersMatch = (more: Partial<SmsRaw>): boolean =>
  smsRowOf({ publicIds: new PublicIds(Buffer.alloc(32, 7)) }, { ...raw, ...more }, viewer, (printed) => printed === OWN).actions.includes("match");

it("a message is offered to be matched while it could be, whatever its status", () => {
  expect(offersMatch({})).toBe(true);
  const never: Partial<SmsRaw>[] = [{ direction: "debit", kind: "send_money" }, { amount: null }, { trx_id: null, trx_key: null }, { extra: 5n }];
  // Booked, and not in suspense: its money is spent.
  expect([...never, { booked_txn: 9n }].map(offersMatch)).toEqual([false, false, false, false, false]);
  expect(offersMatch({ booked_txn: 9n, in_suspense: true })).toBe(true);
  expect([offersMatch({ counterparty: OWN }), offersMatch({ counterparty: "01700000098" })]).toEqual([false, true]);
  expect([offersMatch({ match_status: "ignored" }), offersMatch({ match_status: "ignored", in_suspense: true })]).toEqual([false, true]);
});
