/** Makes what the demo needs through the dashboard's interface, once; a later run finds it in the file. */
import { randomBytes } from "node:crypto";
import type { WalletRow } from "../src/contract/wallets.schema.ts";
import type { Bound, Sim } from "./forwarders.ts";
import { PHONES, MERCHANTS, WALLETS, type PhonePlan, type MerchantPlan, type WalletPlan } from "./fleet.ts";
import { expectData, type Http } from "./http.ts";
import { LARGE_ABOVE } from "./payout-scenarios.ts";
import { minorOf, plain, type Fee } from "./money.ts";
import { Phone } from "./phone.ts";
import type { Person } from "./staff.ts";
import type { DemoState, KnownDevice } from "./state.ts";

export interface Ground {
  readonly state: DemoState;
  readonly http: Http;
  readonly admin: Person;
}

const feeText = (fee: Fee) => ({
  rate_bps: fee.rateBps,
  fixed: plain(fee.fixed),
  min: fee.min === null ? null : plain(fee.min),
  max: fee.max === null ? null : plain(fee.max),
});
/** Where a merchant wants its notifications. */
const target = (merchant: MerchantPlan, port: number): string => `http://127.0.0.1:${port}/hooks/${merchant.key}`;

/** Makes the merchants and their admins; sets where their notifications go. */
export async function setUpMerchants({ state, admin }: Ground, port: number): Promise<void> {
  for (const merchant of MERCHANTS) {
    const known = state.known.merchants[merchant.key];
    if (known) {
      const row = await admin.call("GET /api/merchants/:id", { id: known.id });
      if (row.notify_url !== target(merchant, port))
        await admin.call("PATCH /api/merchants/:id", { id: known.id, body: { version: row.version, notify_url: target(merchant, port) } });
    } else {
      const made = await admin.call("POST /api/merchants", {
        body: {
          name: merchant.name,
          owner: merchant.owner,
          payment_fee: feeText(merchant.fee),
          disburse_fee: feeText(merchant.payoutFee),
          notify_url: target(merchant, port),
        },
      });
      state.known.merchants[merchant.key] = { id: made.id, app_secret: made.app_secret, webhook_secret: made.webhook_secret };
      state.save();
    }
    await setUpAdmin({ state, admin }, merchant);
  }
}

async function setUpAdmin({ state, admin }: Pick<Ground, "state" | "admin">, merchant: MerchantPlan): Promise<void> {
  if (state.hasAccount(merchant.admin)) return;
  const password = `demo-${randomBytes(9).toString("base64url")}`;
  const known = state.known.merchants[merchant.key];
  if (!known) throw new Error(`merchant ${merchant.key} is missing`);
  await admin.call("POST /api/users", {
    body: { account: merchant.admin, email: `${merchant.admin}@demo.floatdesk.invalid`, user_type: "merchant_admin", merchant_id: known.id, password },
  });
  state.addAccount({ account: merchant.admin, password, user_type: "merchant_admin" });
}

/** Makes the wallets. */
export async function setUpWallets({ state, admin }: Ground): Promise<void> {
  const rows = (await admin.call("GET /api/wallets", { query: { size: 200 } })).items;
  for (const plan of WALLETS) {
    if (state.known.wallets[plan.key] !== undefined) continue;
    const there = rows.find((row) => row.account === plan.account && row.operator === plan.operator);
    const id = there?.id ?? (await createWallet(admin, plan)).id;
    state.known.wallets[plan.key] = id;
    state.save();
  }
  for (const plan of WALLETS) {
    const row = await admin.call("GET /api/wallets/:id", { id: walletId(state, plan.key) });
    if (row.payout === plan.paysOut && row.collect === plan.collects) continue;
    await admin.call("PATCH /api/wallets/:id", { id: row.id, body: { version: row.version, payout: plan.paysOut, collect: plan.collects } });
  }
}

/** From which amount on a person approves a payout. */
export async function setThreshold({ admin }: Ground): Promise<void> {
  const { version, values } = await admin.call("GET /api/config");
  const wanted = plain(LARGE_ABOVE);
  if (values["disburse_approval_threshold"] === wanted) return;
  await admin.call("PATCH /api/config", { body: { version, disburse_approval_threshold: wanted } });
}

/**
 * Brings the books of wallets to what stands on them at the operator: an opening balance, asked for by one person of
 * finance and applied by the other.
 */
export async function openBooks(
  { state, admin }: Ground,
  people: { readonly finance: Person; readonly second: Person },
  real: (wallet: string) => bigint,
  wallets: readonly WalletPlan[],
): Promise<void> {
  for (const plan of wallets) {
    if (state.known.opened.includes(plan.key)) continue;
    const id = walletId(state, plan.key);
    const missing = real(plan.key) - minorOf((await admin.call("GET /api/wallets/:id", { id })).balance);
    // An opening is an account's first entry; a wallet of an older folder has moved already.
    const kind = state.known.tested.includes(plan.key) ? "wallet_credit" : "opening";
    if (missing > 0n) {
      await people.finance.recheck();
      const asked = await people.finance.call("POST /api/manual", {
        body: { kind, wallet_id: id, amount: plain(missing), note: "Opening balance of the demo" },
      });
      await people.second.recheck();
      await people.second.call("POST /api/manual/:id/apply", { id: asked.id, body: { version: asked.version } });
    }
    state.known.opened.push(plan.key);
    state.save();
  }
}

function createWallet(admin: Person, plan: WalletPlan): Promise<WalletRow> {
  return admin.call("POST /api/wallets", {
    body: {
      name: plan.name,
      operator: plan.operator,
      wallet_type: plan.walletType,
      api_type: plan.rail,
      collect: plan.collects,
      payout: plan.paysOut,
      account: plan.account,
      min_amount: "10.00",
      max_amount: "25000.00",
      daily_max: plain(plan.dailyMax),
      month_max: plain(plan.dailyMax * 20n),
      location: "Dhaka",
    },
  });
}

const larger = (one: string, other: string): string => (minorOf(one) > minorOf(other) ? one : other);

/** Raises limits of the day and the month that leave less than this for a run: many runs on one day would use them up. */
export async function makeRoom({ state, admin }: Ground, needed: bigint): Promise<void> {
  for (const plan of WALLETS) {
    const row = await admin.call("GET /api/wallets/:id", { id: walletId(state, plan.key) });
    const left = (limit: string | null, used: string): bigint | null => (limit === null ? null : minorOf(limit) - minorOf(used));
    // Each direction counts for itself against the same figures.
    const [today, thisMonth] = [larger(row.today.amount, row.today_out.amount), larger(row.month.amount, row.month_out.amount)];
    const day = left(row.daily_max, today);
    const month = left(row.month_max, thisMonth);
    if ((day === null || day >= needed) && (month === null || month >= needed)) continue;
    const dailyMax = minorOf(today) + 2n * needed;
    await admin.call("PATCH /api/wallets/:id", {
      id: row.id,
      body: { version: row.version, daily_max: plain(dailyMax), month_max: plain(minorOf(thisMonth) + 20n * needed) },
    });
  }
}

/** The product's id of a wallet. */
export function walletId(state: DemoState, key: string): string {
  const id = state.known.wallets[key];
  if (id === undefined) throw new Error(`wallet ${key} is missing`);
  return id;
}

/** Binds the phones, each in its app's own way. */
export async function setUpPhones(ground: Ground, now: () => number): Promise<Phone[]> {
  const phones: Phone[] = [];
  for (const plan of PHONES) {
    const known = ground.state.known.devices[plan.key] ?? (await bind(ground, plan));
    const bound: Bound = { app: known.app, json: plan.json, token: known.token, hookPath: known.hook_path, secret: known.signing_secret };
    const cards = new Map<string, Sim>(plan.wallets.map((wallet, index) => [wallet, plan.wallets.length === 1 ? null : index === 0 ? "sim1" : "sim2"]));
    phones.push(new Phone(plan.key, bound, cards, ground.http, now));
  }
  return phones;
}

async function bind(ground: Ground, plan: PhonePlan): Promise<KnownDevice> {
  const { state, admin, http } = ground;
  const [first, second] = plan.wallets.map((key) => walletId(state, key));
  if (first === undefined) throw new Error(`phone ${plan.key} has no wallet`);
  const { version } = await admin.call("GET /api/wallets/:id", { id: first });
  const before = await deviceIds(ground, first);
  const answer = await admin.call("POST /api/wallets/:id/bind", {
    id: first,
    body: { version, app: plan.app, ...(second === undefined ? {} : { sim: "sim1" as const }) },
  });
  const token = answer.code === null ? null : await exchange(http, answer.code, plan.name);
  const device: KnownDevice = {
    id: "",
    app: plan.app,
    token,
    hook_path: answer.hook_url === null ? null : new URL(answer.hook_url).pathname,
    signing_secret: answer.signing_secret,
  };
  // An address is bound by its first request, which is a message that moves nothing.
  const id = (await deviceIds(ground, first)).find((one) => !before.includes(one)) ?? "";
  if (second !== undefined) {
    const other = await admin.call("GET /api/wallets/:id", { id: second });
    await admin.call("POST /api/wallets/:id/bind", { id: second, body: { version: other.version, app: plan.app, device_id: id, sim: "sim2" } });
  }
  state.known.devices[plan.key] = { ...device, id };
  state.save();
  return { ...device, id };
}

async function deviceIds({ admin }: Ground, walletRowId: string): Promise<string[]> {
  return (await admin.call("GET /api/wallets/:id", { id: walletRowId })).devices.map((device) => device.id);
}

async function exchange(http: Http, code: string, name: string): Promise<string> {
  const answer = await http.send<{ token: string }>({
    method: "POST",
    path: "/device/bind",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, device: { name, model: "Simulated", app_version: "1.0-demo" } }),
  });
  return expectData(answer, "binding a phone").token;
}

/** Which phone reports for a wallet, and which one only repeats. */
export function phonesOf(phones: readonly Phone[], wallet: string): { first: Phone; second: Phone | null } {
  const found = PHONES.map((plan, index) => ({ plan, phone: phones[index] })).filter(({ plan, phone }) => plan.wallets.includes(wallet) && phone !== undefined);
  const first = found.find(({ plan }) => !plan.second)?.phone;
  if (!first) throw new Error(`no phone reports for ${wallet}`);
  return { first, second: found.find(({ plan }) => plan.second)?.phone ?? null };
}
