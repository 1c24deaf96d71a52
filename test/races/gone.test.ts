/**
 * A merchant or a wallet that is deleted while two people book money to it by hand, and a reversal whose money is written off while its payment
 * is reversed: whoever looked first waits for nobody, and nobody goes by an old look.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ManualRow } from "../../src/contract/manual.schema.ts";
import { bkashTime, bkashTrx, received, type TestProduct } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { person, startTarget, type Person } from "../support/attack.ts";

let product: TestProduct;
let maker: Person;
let checker: Person;
beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  maker = await person(product, "finance");
  checker = await person(product, "finance");
});
afterEach(async () => {
  await product.product.jobs.runOnce("seal-audit");
  expect(await product.findings()).toEqual([]);
});
afterAll(() => product.stop());

type Call = ReturnType<TestProduct["call"]>;
/** A call that is under way, and whether it still is. */
function begun(call: Call): { readonly answer: Call; ended: boolean } {
  const under = { answer: call, ended: false };
  void call.finally(() => (under.ended = true));
  return under;
}

/** Begins the calls one after the other, each once those before it wait for what is held here or have ended; then lets go. Answers what they answered. */
async function behind(sql: string, calls: readonly (() => Call)[]): Promise<Awaited<Call>[]> {
  const { db } = product.product.app;
  const under: ReturnType<typeof begun>[] = [];
  await db.tx(async (tx) => {
    await tx.run(sql);
    for (const call of calls) {
      under.push(begun(call()));
      await until(async () => {
        const row = await db.side.one<{ n: bigint }>(
          "select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return (row?.n ?? 0n) >= BigInt(under.filter((one) => !one.ended).length);
      });
    }
  });
  return Promise.all(under.map((one) => one.answer));
}

const credit = (body: Record<string, unknown>): Promise<ManualRow> =>
  product.good<ManualRow>("POST", "/api/manual", maker.token, { note: "by the statement", amount: "10.00", ...body });
const apply = (row: ManualRow) => (): Call => product.call("POST", `/api/manual/${row.id}/apply`, checker.token, { version: row.version });

describe.each(["merchants", "wallets"] as const)("of %s, one that is gone", (kind) => {
  const one = async (): Promise<string> => (await (kind === "merchants" ? product.merchant() : product.wallet())).id;
  const asked = (id: string): Promise<ManualRow> =>
    credit(kind === "merchants" ? { kind: "merchant_credit", merchant_id: id } : { kind: "wallet_credit", wallet_id: id });
  const seen = (id: string) => product.good<{ version: number; balance: string; deleted: boolean }>("GET", `/api/${kind}/${id}`);
  // What the act waits for after it has looked whose money it is.
  const held =
    kind === "merchants"
      ? "select accounts_hold(array(select id from accounts where kind = 'adjustments'))"
      : "select pg_advisory_xact_lock(4104, hashtext('bkash'))";

  it.each(["deleted first", "booked first"] as const)("has no money: %s", async (order) => {
    await asked(await one());
    const id = await one();
    const row = await asked(id);
    const { version } = await seen(id);
    const gone = (): Call => product.call("POST", `/api/${kind}/${id}/delete`, product.admin, { version });
    const answers = await behind(held, order === "deleted first" ? [gone, apply(row)] : [apply(row), gone]);
    const after = await seen(id);
    // Where the machine stood still for longer than a lock is waited for, neither may have come about.
    expect([after.deleted, after.balance], answers.map((answer) => answer.text).join()).not.toEqual([true, "10.00"]);
    for (const answer of answers.filter((told) => told.status < 500 && !told.success)) expect(["wrong_state", "still_in_use"]).toContain(answer.error?.code);
  });
});

it("a reversal on another wallet than its payment's is written off or the payment's, not both", async () => {
  const merchant = await product.merchant();
  await product.wallet();
  const other = await product.wallet({ collect: false });
  const [trx, from] = [bkashTrx(), "01911112222"];
  // The order claims a TrxID, and its payer has used another of our numbers: a person matches the two.
  const order = (await product.pay(merchant, { amount: "64.00" })).data.id;
  await product.good("POST", `/v1/payments/${order}/trx`, merchant.secret, { trx_id: trx });
  const paid = (await product.sms(other, received({ amount: "64.00", from, trx }))).data.items[0]?.id;
  const { version } = await product.good<{ version: number }>("GET", `/api/sms/${paid}`);
  await product.good("POST", `/api/sms/${paid}/match`, product.admin, { version, payment_id: order });
  const back = `Tk 64.00 received from ${from} has been reversed. TrxID ${trx} at ${bkashTime()}`;
  const reversal = (await product.sms(other, back)).data.items[0]?.id;
  expect(await product.good("GET", `/api/sms/${reversal}`)).toMatchObject({ kind: "reversal", direction: "debit", match_status: "unmatched" });
  const [off, reversed] = [
    await credit({ kind: "write_off", sms_id: reversal, amount: undefined }),
    await credit({ kind: "payment_reversal", payment_id: order, amount: undefined }),
  ];
  const answers = await behind("select accounts_hold(array(select id from accounts where kind = 'adjustments'))", [apply(off), apply(reversed)]);
  // Where the machine stood still for longer than a lock is waited for, neither may have come about.
  expect(answers.filter((answer) => answer.success).length, answers.map((answer) => answer.text).join()).toBeLessThan(2);
  for (const answer of answers.filter((told) => told.status < 500 && !told.success)) expect(answer.error?.code).toBe("wrong_state");
});
