/** Fills the product through its public interfaces, once a run: orders in every status, messages of every outcome, people of every type. */
import { inject } from "vitest";
import { messageText, SENDER } from "../../simulator/texts.ts";
import { TrxIds } from "../../simulator/trx.ts";
import { Random } from "../../simulator/random.ts";
import { EXPECTED_OUTCOMES, MERCHANTS, PEOPLE, WALLETS } from "./cast.ts";
import { makeMoneyOut } from "./money-out.ts";
import { beat, type Content, type Merchant, PASSWORD, setPhones, taka, type Wallet } from "./parties.ts";
import { call, good, type TestProduct, theProduct } from "./product.ts";

const trx = new TrxIds(new Random(`e2e-${process.pid}`));
// As in test/support/pg.ts.
export type { ProvidedContext } from "vitest";
declare module "vitest" {
  export interface ProvidedContext {
    /** What every file's product begins with. */
    content: Content;
    /** The browser's program, for playwright-core's `executablePath`. */
    chromium: string;
  }
}

let held: { readonly by: TestProduct; readonly content: Content } | null = null;
/** What this file's product holds. A wallet's balance goes on with its messages. */
export async function theContent(): Promise<Content> {
  // The files of a worker share this module, and each has a product of its own.
  if (held?.by !== theProduct()) held = { by: theProduct(), content: structuredClone(inject("content")) };
  setPhones(held.content.wallets);
  return held.content;
}

async function makeWallets(token: string): Promise<Wallet[]> {
  const wallets: Wallet[] = [];
  for (const [index, values] of WALLETS.entries()) {
    const made = await good<{ id: string; version: number }>("POST", "/api/wallets", token, { api_type: "app", location: "Dhaka, Mirpur 10", ...values });
    const bound = await good<{ code: string }>("POST", `/api/wallets/${made.id}/bind`, token, { version: made.version });
    const phone = await good<{ token: string }>("POST", "/device/bind", null, {
      code: bound.code,
      device: { name: `Redmi ${index + 1}`, model: "Redmi Note 12", app_version: "1.4.2" },
    });
    wallets.push({
      id: made.id,
      name: values.name,
      operator: values.operator,
      type: values.wallet_type,
      account: values.account,
      token: phone.token,
      balance: 500_000,
    });
  }
  // One that nobody has bound, and one that is switched off.
  await good("POST", "/api/wallets", token, { name: "bK-04 备用", operator: "bkash", wallet_type: "personal", api_type: "app", account: "01712340004" });
  const off = await good<{ id: string; version: number }>("POST", "/api/wallets", token, {
    name: "NG-03 停用",
    operator: "nagad",
    wallet_type: "personal",
    api_type: "app",
    account: "01812340003",
  });
  await good("POST", `/api/wallets/${off.id}/disable`, token, { version: off.version });
  setPhones(wallets);
  return wallets;
}

async function makePeople(token: string, merchantId: string): Promise<Content["people"]> {
  for (const [user_type, account] of Object.entries(PEOPLE)) {
    await good("POST", "/api/users", token, {
      account,
      email: `${account}@example.com`,
      user_type,
      password: PASSWORD,
      ...(user_type.startsWith("merchant") ? { merchant_id: merchantId } : {}),
    });
  }
  return PEOPLE;
}

/** Money that arrives at a wallet, as its phone forwards it. `override` changes what the message says. */
export async function arrive(
  wallet: Wallet,
  minor: number,
  from: string,
  override: { trxId?: string; balance?: number; sender?: string; agoMs?: number } = {},
): Promise<string> {
  const trxId = override.trxId ?? trx.of(wallet.operator, Date.now());
  wallet.balance += minor;
  const printed = {
    operator: wallet.operator,
    walletType: wallet.type,
    amount: BigInt(minor),
    balance: BigInt(override.balance ?? wallet.balance),
    commission: wallet.type === "agent" ? 410n : null,
    payer: from,
    reference: null,
    trxId,
    atMs: Date.now() - (override.agoMs ?? 0),
  };
  await good("POST", "/device/sms", wallet.token, { sender: override.sender ?? SENDER[wallet.operator], text: messageText(printed, "plain") });
  return trxId;
}

export interface Order {
  readonly id: string;
  readonly merchant_order_id: string;
  readonly status: string;
  readonly receiving_account: string;
}
let serial = 0;
/** A payment that a merchant asks for. */
export async function order(merchant: Merchant, minor: number, values: Record<string, unknown> = {}): Promise<Order> {
  await beat();
  serial += 1;
  const merchant_order_id = `W${Date.now().toString(36).toUpperCase()}${String(serial).padStart(3, "0")}`;
  return good<Order>("POST", "/v1/payments", merchant.secret, { merchant_order_id, amount: taka(minor), operator: "bkash", expires_in: 7200, ...values });
}

/** The wallet that an order was given. */
export function walletOf(content: Content, order: Order): Wallet {
  const wallet = content.wallets.find((one) => one.account === order.receiving_account);
  if (wallet === undefined) throw new Error(`no wallet has ${order.receiving_account}`);
  return wallet;
}

/** An order whose payer sent less than was asked: it waits for a person. */
export async function reviewed(content: Content, merchant: Merchant, minor: number, from: string, values: Record<string, unknown> = {}): Promise<Order> {
  const made = await order(merchant, minor, { customer: from, ...values });
  const wallet = walletOf(content, made);
  const trxId = trx.of(wallet.operator, Date.now());
  await good("POST", `/v1/payments/${made.id}/trx`, merchant.secret, { trx_id: trxId });
  await arrive(wallet, minor - 1000, from, { trxId });
  return made;
}

const phone = (index: number): string => `019${String(30_114_207 + index * 7919).padStart(8, "0")}`;
const amountOf = (index: number): number => 20_000 + ((index * 73_127) % 480_000) + (index % 3) * 50;
const ORDERS = 44;

async function makeOrders(content: Content, token: string): Promise<void> {
  for (let index = 0; index < ORDERS; index += 1) {
    const merchant = content.merchants[index % content.merchants.length] as Merchant; // the list is not empty
    const expected = EXPECTED_OUTCOMES[index % EXPECTED_OUTCOMES.length] ?? "done";
    const from = phone(index);
    const values = {
      operator: index % 3 === 1 ? "nagad" : "bkash",
      customer: from,
      ...(index % 2 === 0 ? { user_id: `u${10_400 + index}` } : {}),
      ...(index % 11 === 3 ? { notify_url: "https://hooks.example.invalid/floatdesk" } : {}),
    };
    const amount = amountOf(index);
    if (expected === "review" || expected === "reject") {
      const made = await reviewed(content, merchant, amount, from, values);
      if (expected === "reject") {
        const now = await good<{ version: number }>("GET", `/api/payments/${made.id}`, token);
        await good("POST", `/api/payments/${made.id}/reject`, token, { version: now.version, reason: "付款人要求退款" });
      }
      continue;
    }
    const made = await order(merchant, amount, { ...values, ...(expected === "expire" ? { expires_in: 60 } : {}) });
    if (expected === "done") await arrive(walletOf(content, made), amount, from);
    if (expected === "cancel") await good("POST", `/v1/payments/${made.id}/cancel`, merchant.secret, {});
    if (expected === "hand")
      await good("POST", `/api/payments/${made.id}/complete`, token, { version: 1, trx_id: trx.of("bkash", Date.now()), note: "已在手机上核对到账" });
  }
}

/** Messages that pay nothing. */
async function makeMessages({ wallets }: Content): Promise<void> {
  const [first, second, , nagad] = wallets as [Wallet, Wallet, Wallet, Wallet]; // made from WALLETS
  await arrive(first, 66_600, "01911112222");
  await arrive(nagad, 128_050, "01911113333");
  await arrive(second, 500_000, "01911114444", { sender: "+8801911114444" });
  second.balance -= 500_000;
  const send = (wallet: Wallet, text: string): Promise<unknown> => good("POST", "/device/sms", wallet.token, { sender: SENDER[wallet.operator], text });
  await send(first, "Your bKash verification code is 482913. Expires in 2 minutes.");
  await send(first, "You have got Tk 750.00 into account, thanks for trusting us. TrxID DKL1ABCDE9");
  await send(nagad, "Recharge Tk 50 from Nagad and get 1GB free internet! Offer 220145 valid till midnight.");
}

/** Fills an empty product; the run does it once, and each file begins with a copy. */
export async function fill(token: string): Promise<Content> {
  const config = await good<{ version: number }>("GET", "/api/config", token);
  // All tests sign in from one address.
  await good("PATCH", "/api/config", token, { version: config.version, signin_per_address_minute: 1000, signin_per_account_half_hour: 1000 });
  const wallets = await makeWallets(token);
  const merchants: Merchant[] = [];
  for (const values of MERCHANTS) {
    const made = await good<{ id: string; app_secret: string }>("POST", "/api/merchants", token, values);
    merchants.push({ id: made.id, name: values.name, secret: made.app_secret });
  }
  const content: Content = { merchants, wallets, people: await makePeople(token, merchants[0]?.id ?? "") };
  await makeOrders(content, token);
  await makeMessages(content);
  await good("POST", "/api/sms/rules", token, {
    operator: "bkash",
    class: "receive",
    template: "You have got {amount} into account, thanks for trusting us. TrxID {trx}",
    note: "十一月起的新写法",
  });
  await good("POST", "/api/sms/endings", token, { operator: "nagad", text: "Meet your neighbours at the fair, Tk {n} a head", note: "十二月的广告" });
  await makeMoneyOut(content, token);
  await call("POST", "/api/proof", token, {});
  return content;
}
