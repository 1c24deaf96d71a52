/** Merchants with twin data: equal order numbers, amounts and names, and one mark in everything that is theirs alone. */
import type { IdKind } from "../../src/contract/ids.ts";
import { bkashTrx, next, received, type TestMerchant, type TestProduct, type TestWallet } from "./app.ts";
import { until } from "./parts/until.ts";
import { PASSWORD, person, type Person } from "./attack.ts";
import { batch } from "./attack-money.ts";

/** What a merchant's people have beside what has a public id of its own kind. */
export type OwnKind = "export file" | "export schedule" | "link" | "passkey" | "new device";

/** One merchant with people, orders in every state, notifications, journals, views and an audit trail. */
export interface World {
  readonly mark: string;
  readonly merchant: TestMerchant;
  readonly admin: Person;
  readonly viewer: Person;
  /** Everything that has an id, by kind. */
  readonly ids: ReadonlyMap<IdKind, readonly string[]>;
  /** Texts that nobody else may ever read. */
  readonly marks: readonly string[];
}

interface Page {
  readonly items: readonly Record<string, unknown>[];
}

/** Payers' numbers of a world: recognisable, and valid. */
const payer = (digit: number, serial: number): string => `0199${digit}${String(serial).padStart(6, "0")}`;

async function orders(
  product: TestProduct,
  wallets: readonly TestWallet[],
  merchant: TestMerchant,
  mark: string,
  digit: number,
): Promise<{ trx: string[]; customers: string[] }> {
  const made = { trx: [] as string[], customers: [] as string[] };
  const order = async (number: string, amount: string): Promise<{ id: string; wallet: TestWallet; customer: string }> => {
    const customer = payer(digit, next());
    made.customers.push(customer);
    const { data, text } = await product.pay(merchant, {
      merchant_order_id: number,
      amount,
      customer,
      user_id: `${mark}-user`,
      metadata: { mark: `${mark}-metadata` },
    });
    const wallet = wallets.find((one) => one.account === data.receiving_account);
    if (!wallet) throw new Error(`the order went to an unknown wallet: ${text}`);
    return { id: data.id, wallet, customer };
  };
  const pay = async (wallet: TestWallet, amount: string, from: string, trx: string): Promise<void> => {
    made.trx.push(trx);
    await product.sms(wallet, received({ amount, from, trx }));
  };
  for (const [number, amount] of [
    ["TWIN-1", "500.00"],
    [`${mark}-1`, "501.00"],
  ] as const) {
    const paid = await order(number, amount);
    await pay(paid.wallet, amount, paid.customer, bkashTrx());
  }
  await order("TWIN-2", "502.00");
  const cancelled = await order(`${mark}-2`, "503.00");
  await product.good("POST", `/v1/payments/${cancelled.id}/cancel`, merchant.secret, {});
  const odd = await order(`${mark}-3`, "504.00");
  const trx = bkashTrx();
  await product.good("POST", `/v1/payments/${odd.id}/trx`, merchant.secret, { trx_id: trx });
  await pay(odd.wallet, "499.00", odd.customer, trx);
  const byHand = await order(`${mark}-4`, "505.00");
  made.trx.push(bkashTrx());
  await product.good("POST", `/api/payments/${byHand.id}/complete`, product.admin, { version: 1, trx_id: made.trx.at(-1), note: `${mark}-note` });
  for (const number of ["TWIN-OUT", `${mark}-out`]) {
    const customer = payer(digit, next());
    made.customers.push(customer);
    // No wallet of this operator is there: the order stays as it is.
    const values = { operator: "nagad", customer, user_id: `${mark}-user`, metadata: { mark: `${mark}-metadata` } };
    await product.good("POST", "/v1/disburses", merchant.secret, { merchant_order_id: number, amount: "21.00", ...values });
  }
  return made;
}

/** Two sign-ins of one person from two browsers: the first answers for the second. */
async function twoBrowsers(product: TestProduct, account: string): Promise<{ home: string; other: string }> {
  const enter = (): Promise<{ token: string }> => product.good("POST", "/api/signin", null, { account, password: PASSWORD });
  const { token } = await enter();
  await enter();
  const { items } = await product.good<Page>("GET", "/api/user/new-devices", token);
  return { home: token, other: String(items[0]?.["id"]) };
}

/** An object of each kind that only a merchant's own people have. */
async function owned(product: TestProduct, admin: Person, payment: string, mark: string, other: string): Promise<Map<OwnKind, string>> {
  const asked = { list: "payments", filters: {}, format: "csv", lang: "en" };
  const file = await product.good<{ id: number }>("POST", "/api/exports/files", admin.token, asked);
  const plan = { ...asked, name: `${mark} schedule`, frequency: "monthly", on: 1, time: "03:00" };
  const schedule = await product.good<{ id: number }>("POST", "/api/exports/schedules", admin.token, plan);
  const { link } = await product.good<{ link: { id: string } }>("POST", "/api/links", admin.token, { object: payment, valid: "day", language: "en" });
  const passkey = Buffer.from(`${mark}-passkey`).toString("base64url");
  const { app } = product.product;
  await app.db.run(
    "insert into passkeys (credential_id, user_id, rp_id, public_key, sign_count, name, created_at) values ($1, $2, 'localhost', '', 0, $3, now())",
    [passkey, app.publicIds.decode("user", admin.id), `${mark} passkey`],
  );
  return new Map([
    ["export file", String(file.id)],
    ["export schedule", String(schedule.id)],
    ["link", link.id],
    ["passkey", passkey],
    ["new device", other],
  ]);
}

/** An act of the merchant's that waits for its checker. @returns its approval */
async function waiting(product: TestProduct, merchant: TestMerchant, admin: Person): Promise<string> {
  const { version } = await product.good<{ version: number }>("GET", `/api/merchants/${merchant.id}`, admin.token);
  const answer = await product.call<{ approval?: { id: string } }>("POST", `/api/merchants/${merchant.id}/secret`, admin.token, { version });
  if (!answer.data?.approval) throw new Error(`no approval is asked for: ${answer.text}`);
  return answer.data.approval.id;
}

/** Makes one. Several made with the same wallets are twins. */
export async function makeWorld(product: TestProduct, wallets: readonly TestWallet[], digit: number): Promise<World> {
  const mark = `mark${digit}${next()}x`;
  const merchant = await product.merchant({ name: `Merchant ${mark}`, owner: `${mark} owner`, notify_url: `http://127.0.0.1:9/${mark}` });
  const admin = await person(product, "merchant_admin", { merchantId: merchant.id, account: `${mark}-admin` });
  const viewer = await person(product, "merchant_viewer", { merchantId: merchant.id, account: `${mark}-viewer` });
  const made = await orders(product, wallets, merchant, mark, digit);
  const view = await product.good<{ id: string }>("POST", "/api/views", admin.token, {
    list: "payments",
    name: `${mark} view`,
    query: `q=${mark}`,
    shared: true,
  });
  await product.good("POST", "/api/withdrawal", admin.token, { receiving_account: `${mark} bank`, amount: "5.00", note: `${mark}-withdrawal` });
  await batch(product, admin.token, `${mark}-batch`);
  await product.good("POST", "/api/bulk", admin.token, { act: "payments.notify", filter: {} });
  await product.good("PATCH", "/api/user/preferences", admin.token, { mark: `${mark}-preference` });
  await product.good("POST", "/api/users", admin.token, { account: `${mark}-clerk`, email: `${mark}-clerk@example.org`, user_type: "merchant_viewer" });
  const idsIn = async (url: string, field = "id"): Promise<string[]> =>
    (await product.good<Page>("GET", url, admin.token)).items.map((item) => String(item[field]));
  await until(async () => (await idsIn("/api/deliveries?size=200")).length >= 4);
  const ids = new Map<IdKind, string[]>([
    ["payment", await idsIn("/api/payments?size=200")],
    ["disburse", await idsIn("/api/disburses?size=200")],
    ["delivery", await idsIn("/api/deliveries?size=200")],
    ["journal", await idsIn("/api/journals?size=200")],
    ["withdrawal", await idsIn("/api/withdrawal?size=200")],
    ["batch", await idsIn("/api/disburses/batches?size=200")],
    ["bulk", await idsIn("/api/bulk?size=200")],
    ["user", await idsIn("/api/users?size=200")],
    ["audit", await idsIn("/api/audit?size=200")],
    ["merchant", [merchant.id]],
    ["view", [view.id]],
    ["session", [admin.sessionId, viewer.sessionId]],
  ]);
  for (const [kind, found] of ids) if (found.length === 0) throw new Error(`the world has no ${kind}`);
  const appId = merchant.secret.split("_")[1] ?? "";
  return { mark, merchant, admin, viewer, ids, marks: [mark, appId, ...made.trx, ...made.customers, ...[...ids.values()].flat()] };
}

/** A world with an object of every kind that only a merchant's people have, beside what every world has. */
export interface WholeWorld extends World {
  /** A session of the admin who came by sign-in, from the browser that answers for `new device`, which came later. */
  readonly home: string;
  /** What has an id of another form, or shares its form with another kind. */
  readonly more: ReadonlyMap<OwnKind, string>;
}

/** Makes one. */
export async function makeWholeWorld(product: TestProduct, wallets: readonly TestWallet[], digit: number): Promise<WholeWorld> {
  const world = await makeWorld(product, wallets, digit);
  const approval = await waiting(product, world.merchant, world.admin);
  const { home, other } = await twoBrowsers(product, world.admin.account);
  const more = await owned(product, world.admin, world.ids.get("payment")?.[0] ?? "", world.mark, other);
  return { ...world, home, more, ids: new Map([...world.ids, ["approval", [approval]]]), marks: [...world.marks, approval] };
}

/** What of a world must not move, however others call. */
export async function worldDigest(product: TestProduct, world: World): Promise<string> {
  const id = product.product.app.publicIds.decode("merchant", world.merchant.id);
  const row = await product.product.app.db.one<{ digest: string }>(
    `select md5(concat_ws('|',
       (select string_agg(concat_ws(',', id, status, version, trx_key, notes::text, staff::text), ';' order by id) from payments where merchant_id = $1),
       (select string_agg(concat_ws(',', id, status, version, trx_key, notes::text, staff::text), ';' order by id) from disburses where merchant_id = $1),
       (select string_agg(concat_ws(',', id, account, email, user_type, enabled, deleted_at, version, password_hash, totp_seed::text), ';' order by id) from users where merchant_id = $1),
       (select concat_ws(',', name, enabled, deleted_at, version, notify_url, app_secret_last4) from merchants where id = $1),
       (select string_agg(concat_ws(',', v.id, v.name, v.query, v.shared), ';' order by v.id) from views v join users u on u.id = v.user_id where u.merchant_id = $1),
       (select string_agg(concat_ws(',', s.id, s.ended_at), ';' order by s.id) from sessions s join users u on u.id = s.user_id where u.merchant_id = $1),
       (select count(*) from outbox where merchant_id = $1 and by_hand),
       (select string_agg(concat_ws(',', id, status, version, receiving_account, amount), ';' order by id) from withdrawals where merchant_id = $1),
       (select string_agg(concat_ws(',', id, status, version, waiting, created, failed, stopped), ';' order by id) from disburse_batches where merchant_id = $1),
       (select string_agg(concat_ws(',', id, status, version, done, failed), ';' order by id) from bulk_jobs where merchant_id = $1 and status <> 'checking'),
       (select string_agg(concat_ws(',', id, amount), ';' order by id) from entries where merchant_id = $1))) as digest`,
    [id],
  );
  return row?.digest ?? "";
}
