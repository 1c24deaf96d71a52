/** Looking for official payments without a session costs nothing for all the other orders that are open. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { addMerchant, addPayments, addWallet, makeLab, paymentRow, type Lab } from "../../../../test/support/parts/lists.ts";
import { WANTED_SQL } from "./session-store.ts";

const OPEN = 2000;
let lab: Lab;
let cents = 10_000;

interface Node {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Node[];
}

beforeAll(async () => {
  lab = await makeLab([]);
});
afterAll(() => lab.close());

async function openOrders(walletId: bigint, merchantId: bigint, name: string, count: number): Promise<bigint[]> {
  const rows = Array.from({ length: count }, (_unused, index) =>
    paymentRow(lab, { walletId, merchantId, orderId: `${name}${index}` }, { amount: (cents += 1) }),
  );
  await addPayments(lab, rows);
  return rows.map((row) => row["id"] as bigint);
}

/** Rows of orders that the search touches, and how many sessions it makes. @param young the first id that is too young */
async function search(young = lab.app.ids.next()): Promise<{ orders: number; made: number }> {
  const touched = (node: Node): number =>
    (/^(?:payments|open_payments)/.test(node["Relation Name"] ?? "")
      ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
      : 0) + (node.Plans ?? []).reduce((sum, child) => sum + touched(child), 0);
  const before = await lab.owner.one<{ count: bigint }>("select count(*) from operator_sessions");
  const row = await lab.owner.one<{ "QUERY PLAN": { Plan: Node }[] }>(`explain (analyze, format json) ${WANTED_SQL}`, [100, new Date(lab.app.now()), young]);
  const after = await lab.owner.one<{ count: bigint }>("select count(*) from operator_sessions");
  return { orders: touched(row?.["QUERY PLAN"][0]?.Plan as Node), made: Number((after?.count ?? 0n) - (before?.count ?? 0n)) };
}

it("reads the open orders of official wallets only, whatever else is open", async () => {
  const merchant = await addMerchant(lab, "Busy");
  const plain = await addWallet(lab, "Phone", "01711000001");
  await openOrders(plain, merchant, "P", OPEN);
  expect(await search()).toEqual({ orders: 0, made: 0 });

  const official = await addWallet(lab, "Official", "01711000002");
  await lab.owner.run("update wallets set api_type = 'official' where id = $1", [official]);
  const [first, second, over] = await openOrders(official, merchant, "O", 3);
  await lab.owner.run("update payments set payment_url = 'https://pay.example/1' where id = $1", [second]);
  await lab.owner.run("update payments set expires_at = now() - interval '1 minute' where id = $1", [over]);
  expect(await search()).toEqual({ orders: 6, made: 1 });
  expect((await lab.owner.rows<{ payment_id: bigint }>("select payment_id from operator_sessions")).map((row) => row.payment_id)).toEqual([first]);

  const [young] = await openOrders(official, merchant, "Y", 1);
  expect((await search(young)).made).toBe(0);
  expect((await search()).made).toBe(1);
  await lab.owner.run("analyze payments, open_payments, wallets, operator_sessions");
  expect((await search()).orders).toBeLessThan(10);
});
