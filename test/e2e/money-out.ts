/** The part of the content that pays out and keeps the books: payouts of every outcome, transfers, withdrawals, requests for a second approval. */
import { sentText } from "../../simulator/sent-texts.ts";
import { Random } from "../../simulator/random.ts";
import { SENDER } from "../../simulator/texts.ts";
import { TrxIds } from "../../simulator/trx.ts";
import { beat, type Content, type Merchant, PASSWORD, taka, type Wallet } from "./parties.ts";
import { call, firstRow, good, theProduct, tokenOf } from "./product.ts";

const trx = new TrxIds(new Random(`e2e-out-${process.pid}`));
const HOUR_MS = 3_600_000;

export interface Payout {
  readonly id: string;
  readonly status: string;
  readonly customer: string;
}
interface Task {
  readonly id: string;
  readonly amount: string;
}
interface Row {
  readonly id: string;
  readonly version: number;
}
let serial = 0;

/** From which amount a payout is approved by a person. @returns what it was before */
export async function approvalFrom(token: string, amount: string): Promise<string> {
  const config = await good<{ version: number; values: { disburse_approval_threshold: string } }>("GET", "/api/config", token);
  await good("PATCH", "/api/config", token, { version: config.version, disburse_approval_threshold: amount });
  return config.values.disburse_approval_threshold;
}

/** A payout that a merchant asks for. */
export async function payout(merchant: Merchant, amount: string): Promise<Payout> {
  await beat();
  serial += 1;
  const unique = `${Date.now().toString(36).toUpperCase()}${serial}`;
  return good<Payout>("POST", "/v1/disburses", merchant.secret, {
    merchant_order_id: `PO-${unique}`,
    amount,
    operator: "bkash",
    customer: `0181${String(1_000_000 + ((Date.now() + serial) % 8_999_999))}`,
  });
}

/** Lets the wallets' phones take and answer the payout of this amount. @returns whose phone it was */
export async function answerTask(content: Content, amount: string, result: Record<string, unknown>): Promise<Wallet> {
  for (let tries = 0; tries < 40; tries += 1) {
    for (const wallet of content.wallets) {
      const task = await call<Task | null>("GET", "/device/tasks?wait=0", wallet.token);
      if (!task.data) continue;
      await good("POST", `/device/tasks/${task.data.id}`, wallet.token, task.data.amount === amount ? result : { result: "unknown" });
      if (task.data.amount === amount) return wallet;
    }
    await new Promise((done) => setTimeout(done, 250));
  }
  throw new Error(`no phone was given ${amount}`);
}

/** A payout that went, with the message about it. */
async function paid(content: Content, merchant: Merchant, minor: number): Promise<void> {
  const made = await payout(merchant, taka(minor));
  const trxId = trx.of("bkash", Date.now());
  const wallet = await answerTask(content, taka(minor), { result: "sent", trx_id: trxId });
  wallet.balance -= minor + 500;
  const text = sentText({
    operator: wallet.operator,
    walletType: wallet.type,
    amount: BigInt(minor),
    fee: 500n,
    balance: BigInt(wallet.balance),
    commission: wallet.type === "agent" ? 410n : null,
    to: made.customer,
    reference: "1",
    trxId,
    atMs: Date.now(),
  });
  await good("POST", "/device/sms", wallet.token, { sender: SENDER[wallet.operator], text });
}

async function makePayouts(content: Content, token: string): Promise<void> {
  const merchant = content.merchants[0] as Merchant; // made from MERCHANTS
  const before = await approvalFrom(token, "900.00");
  await paid(content, merchant, 31_500);
  await payout(merchant, "411.00");
  await answerTask(content, "411.00", { result: "unknown" });
  await payout(merchant, "412.00");
  await answerTask(content, "412.00", { result: "failed", reason: "PIN locked" });
  await payout(merchant, "950.00");
  const rejected = await good<Row>("GET", `/api/disburses/${(await payout(merchant, "960.00")).id}`, token);
  await good("POST", `/api/disburses/${rejected.id}/reject`, token, { version: rejected.version, reason: "收款号码与客户不符" });
  await approvalFrom(token, before);
  const csv = ["商户订单号,运营商,金额,收款号码", `B${Date.now()}-1,bkash,21.00,01811000001`, `B${Date.now()}-2,nagad,abc,01811000002`].join("\r\n");
  const seller = await tokenOf(content.people.merchant_admin, PASSWORD);
  await good("POST", "/api/disburses/batch", seller, { csv, file_name: "五月代付.csv", dry_run: false, expect: { count: 1, amount: "21.00" } });
}

async function makeTransfers(content: Content, token: string, finance: string): Promise<void> {
  const [first, second] = content.wallets as [Wallet, Wallet]; // made from WALLETS
  const make = (body: Record<string, unknown>): Promise<Row> => good<Row>("POST", "/api/transfers", token, body);
  const between = { kind: "wallet", from_wallet_id: first.id, to_wallet_id: second.id };
  await make({ ...between, amount: "300.00", expected_cost: "5.00", note: "补充 bK-02 余额" });
  const under = await make({ ...between, amount: "250.00" });
  await good("POST", `/api/transfers/${under.id}/approve`, finance, { version: under.version });
  const bought = await make({ kind: "b2b_in", to_wallet_id: second.id, amount: "5000.00", note: "向经销商购入" });
  const ready = await good<Row>("POST", `/api/transfers/${bought.id}/approve`, finance, { version: bought.version });
  await good("POST", `/api/transfers/${bought.id}/complete`, finance, { version: ready.version, trx_id: trx.of("bkash", Date.now()) });
  const dropped = await make({ ...between, amount: "120.00" });
  await good("POST", `/api/transfers/${dropped.id}/cancel`, token, { version: dropped.version });
}

async function makeWithdrawals(content: Content, token: string, finance: string): Promise<void> {
  const make = (merchant: number, amount: string): Promise<Row> =>
    good<Row>("POST", "/api/withdrawal", token, {
      merchant_id: content.merchants[merchant]?.id,
      receiving_account: "Dutch-Bangla Bank 110-345-67890",
      amount,
      note: "周结",
    });
  const approve = (row: Row): Promise<Row> => good<Row>("POST", `/api/withdrawal/${row.id}/approve`, finance, { version: row.version });
  await make(0, "200.00");
  await approve(await make(1, "300.00"));
  const done = await approve(await make(2, "400.00"));
  await good("POST", `/api/withdrawal/${done.id}/paid`, finance, { version: done.version, reference: "DBBL-20261121-0071" });
  const refused = await make(3, "150.00");
  await good("POST", `/api/withdrawal/${refused.id}/reject`, finance, { version: refused.version, reason: "账户名不符" });
}

/** Requests that wait for a second approval, were granted, and were refused. */
async function makeRequests(content: Content, token: string, finance: string): Promise<void> {
  const [first, second] = content.merchants as [Merchant, Merchant]; // made from MERCHANTS
  const ask = (body: Record<string, unknown>): Promise<Row> => good<Row>("POST", "/api/manual", token, body);
  await ask({ kind: "merchant_credit", merchant_id: first.id, amount: "250.00", note: "线下结算差额" });
  const applied = await ask({ kind: "wallet_credit", wallet_id: content.wallets[0]?.id, amount: "80.00", note: "运营商赠送" });
  await good("POST", `/api/manual/${applied.id}/apply`, finance, { version: applied.version });
  const refused = await ask({ kind: "merchant_debit", merchant_id: second.id, amount: "60.00", note: "重复入账" });
  await good("POST", `/api/manual/${refused.id}/reject`, finance, { version: refused.version, reason: "没有重复入账" });
  const versionOf = async (id: string): Promise<number> => (await good<Row>("GET", `/api/merchants/${id}`, token)).version;
  const rule = { rate_bps: 140, fixed: "0.00", min: "1.00", max: null, tiers: [{ from_amount: "5000.00", rate_bps: 110, fixed: "0.00" }] };
  const change = { direction: "payment", operator: null, rule, valid_from: new Date(Date.now() + 48 * HOUR_MS).toISOString() };
  const asked = await good<{ approval: Row }>("POST", `/api/merchants/${first.id}/fees`, token, { version: await versionOf(first.id), ...change });
  await good("POST", `/api/approvals/${asked.approval.id}/approve`, finance, { version: asked.approval.version });
  await good("POST", `/api/merchants/${second.id}/secret`, token, { version: await versionOf(second.id) });
}

async function makeSettings(content: Content, token: string): Promise<void> {
  const off = await firstRow("/api/wallets?q=NG-03", token);
  await good("POST", "/api/switches", token, {
    scope: "wallet",
    direction: "in",
    wallet_id: off.id,
    reason: "手机送修",
    reopen_at: new Date(Date.now() + 72 * HOUR_MS).toISOString(),
  });
  const channels = await good<{ items: { channel: string; version: number }[] }>("GET", "/api/alert-channels", token);
  const webhook = channels.items.find(({ channel }) => channel === "webhook");
  await good("PATCH", "/api/alert-channels/webhook", token, { version: webhook?.version, url: "https://hooks.example.invalid/alerts" });
  // The operator's own list of one wallet: one line that no message told of.
  const today = new Date(Date.now() + 6 * HOUR_MS).toISOString().slice(0, 19).replace("T", " ");
  await good("POST", `/api/reconciliation/${content.wallets[0]?.id}/import`, token, {
    file_name: "bK-01.csv",
    text: `TrxID,Date,Type,Amount\n${trx.of("bkash", Date.now())},${today},Credit,1250.00\n`,
  });
}

/** Everything, once a run; people re-authenticate for it as they would. */
export async function makeMoneyOut(content: Content, token: string): Promise<void> {
  await good("POST", "/api/user/check", token, { password: theProduct().adminPassword });
  const finance = await tokenOf(content.people.finance, PASSWORD);
  await good("POST", "/api/user/check", finance, { password: PASSWORD });
  await makePayouts(content, token);
  await makeTransfers(content, token, finance);
  await makeWithdrawals(content, token, finance);
  await makeRequests(content, token, finance);
  await makeSettings(content, token);
}
