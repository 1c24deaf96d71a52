/** One Idempotency-Key, twenty callers, two processes: one effect and one answer, on every POST that takes a key. And who waits has no effect. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { APPROVAL_KINDS, type ApprovalKind } from "../../src/contract/approvals.ts";
import { CONFIG_DEFAULTS } from "../../src/contract/config.ts";
import { ROUTES } from "../../src/server/app.ts";
import { bkashTrx, next, received, type TestWallet } from "../support/app.ts";
import { person, raced, roleOf, routeName, times } from "../support/attack.ts";
import { Arena, many, type Move } from "../support/attack-arena.ts";
import { templateBody } from "../support/attack-target.ts";
import { fundMerchant, fundWallet } from "../support/attack-money.ts";
import { exportCases } from "../support/attack-keys-exports.ts";
import { officeCases, floatCases, payoutCases, revealing, PayoutStage, type Case } from "../support/attack-keys-out.ts";

let arena: Arena;
let wallets: TestWallet[];
let stage: PayoutStage;
beforeAll(async () => {
  arena = await Arena.open();
  // Second approvals have tests of their own (test/approvals).
  await arena.configure({ second_person_secrets: false });
  wallets = [await arena.product.wallet(), await arena.product.wallet()];
  stage = await PayoutStage.open(arena);
  // Sixty rounds at each route spend much.
  await fundMerchant(arena.product, arena.merchant, 1_000_000_000_00n);
});
afterAll(() => arena.close());

const count = async (sql: string, params: readonly unknown[]): Promise<number> =>
  (await arena.product.product.app.db.one<{ count: number }>(`select count(*)::int as count from ${sql}`, params))?.count ?? 0;
const timeline = async (id: string, kind: string): Promise<number> => (await arena.detail(id)).timeline.filter((item) => item.kind === kind).length;
const fresh = (): { amount: string; customer: string } => ({ amount: `${800 + (next() % 9_000)}.00`, customer: `0189${String(next()).padStart(7, "0")}` });

interface Config {
  readonly version: number;
  readonly values: Readonly<Record<"bind_code_minutes" | "chain_wait_minutes", number>>;
}
/** A change of a parameter by one, an hour from now. */
async function inAnHour(key: keyof Config["values"], reason: string): Promise<object> {
  const { version, values } = await arena.product.good<Config>("GET", "/api/config");
  return { version, at: new Date(arena.product.product.app.now() + 3_600_000).toISOString(), reason, [key]: values[key] + 1 };
}

async function act(url: string, action: string, values: Record<string, unknown> = {}): Promise<Case> {
  const { version } = await arena.product.good<{ version: number }>("GET", url);
  return {
    url: `${url}/${action}`,
    body: { version, ...values },
    effects: async () => (await arena.product.good<{ version: number }>("GET", url)).version - version,
  };
}
async function unmatched(): Promise<string> {
  const { amount, customer } = fresh();
  return (await arena.product.sms(wallets[0] as TestWallet, received({ amount, from: customer, trx: bkashTrx() }))).data.items[0]?.id ?? "";
}
/** A person whose authenticator is on: elsewhere there is nothing to clear. */
const withAuthenticator = async (): Promise<string> => {
  const url = await user();
  const { app } = arena.product.product;
  await app.db.run("update users set on_totp = true where id = $1", [app.publicIds.decode("user", url.slice(url.lastIndexOf("/") + 1))]);
  return url;
};
const withPasskey = async (): Promise<string> => {
  const url = await user();
  const { app } = arena.product.product;
  await app.db.run(
    "insert into passkeys (credential_id, user_id, rp_id, public_key, sign_count, name, created_at) values ($1, $2, 'localhost', '', 0, 'key', now())",
    [`key-${next()}`, app.publicIds.decode("user", url.slice(url.lastIndexOf("/") + 1))],
  );
  return url;
};
const disabled = async (url: string): Promise<string> => {
  await arena.product.good("POST", `${url}/disable`, arena.product.admin, { version: (await arena.product.good<{ version: number }>("GET", url)).version });
  return url;
};
const deleted = async (url: string): Promise<string> => {
  await arena.product.good("POST", `${url}/delete`, arena.product.admin, { version: (await arena.product.good<{ version: number }>("GET", url)).version });
  return url;
};
const user = async (): Promise<string> => `/api/users/${(await person(arena.product, "operator")).id}`;
const wallet = async (): Promise<string> => `/api/wallets/${(await arena.product.wallet()).id}`;
const template = (type?: string): Promise<{ id: string; edition: number }> =>
  arena.product.good("POST", "/api/wallet-templates", arena.product.admin, templateBody(`once ${next()}`, type));
const merchant = async (): Promise<string> => `/api/merchants/${(await arena.product.merchant()).id}`;

/** A message rule that reads nothing yet. */
async function draft(): Promise<string> {
  const body = { operator: "bkash", class: "receive", template: `Money credited in shop ${next()} the sum {amount} with receipt {trx}`, note: "once" };
  return (await arena.product.good<{ rule: { id: string } }>("POST", "/api/sms/rules", arena.product.admin, body)).rule.id;
}

/** Harmless words that nobody has let pass yet. */
async function ending(): Promise<string> {
  const body = { operator: "bkash", text: `Sing along in our choir ${next()}` };
  return (await arena.product.good<{ ending: { id: string } }>("POST", "/api/sms/endings", arena.product.admin, body)).ending.id;
}

/** A manual operation that waits: asked for by somebody else than who is tried. */
async function operation(token?: string): Promise<{ id: string; approval_id: string }> {
  const { id } = await arena.product.merchant();
  const body = { kind: "merchant_credit", merchant_id: id, amount: "1.00", note: `once ${next()}` };
  return arena.product.good("POST", "/api/manual", token ?? (await person(arena.product, "finance")).token, body);
}
/** A new secret of the admin's own request, approved by another. */
async function collectable(): Promise<string> {
  const { id } = await arena.product.merchant();
  await arena.configure({ second_person_secrets: true });
  const { approval } = await arena.product.good<{ approval: { id: string } }>("POST", `/api/merchants/${id}/secret`, arena.product.admin, { version: 1 });
  await arena.configure({ second_person_secrets: false });
  await arena.product.good("POST", `/api/approvals/${approval.id}/approve`, (await person(arena.product, "admin")).token, {});
  return `/api/approvals/${approval.id}`;
}

const CASES: Readonly<Record<string, () => Promise<Case>>> = {
  "POST /api/manual": async () => {
    const body = { kind: "merchant_credit", merchant_id: (await arena.product.merchant()).id, amount: "1.00", note: `once ${next()}` };
    return { url: "/api/manual", body, effects: () => count("manual_operations where note = $1", [body.note]) };
  },
  "POST /api/manual/:id/apply": async () => act(`/api/manual/${(await operation()).id}`, "apply"),
  "POST /api/manual/:id/reject": async () => act(`/api/manual/${(await operation()).id}`, "reject", { reason: "no" }),
  "POST /api/approvals/:id/approve": async () => act(`/api/approvals/${(await operation()).approval_id}`, "approve"),
  "POST /api/approvals/:id/reject": async () => act(`/api/approvals/${(await operation()).approval_id}`, "reject", { reason: "no" }),
  "POST /api/approvals/:id/cancel": async () => act(`/api/approvals/${(await operation(arena.product.admin)).approval_id}`, "cancel"),
  "POST /api/approvals/:id/collect": async () => act(await collectable(), "collect"),
  "POST /v1/payments": async () => {
    const body = { merchant_order_id: `key-${next()}`, operator: "bkash", ...fresh() };
    return { url: "/v1/payments", body, token: arena.merchant.secret, effects: () => count("payments where merchant_order_id = $1", [body.merchant_order_id]) };
  },
  "POST /v1/payments/:id/trx": async () => {
    const { id } = await arena.order();
    return {
      url: `/v1/payments/${id}/trx`,
      body: { trx_id: bkashTrx() },
      token: arena.merchant.secret,
      effects: () => count("order_trx where payment_id = $1", [arena.product.product.app.publicIds.decode("payment", id)]),
    };
  },
  "POST /v1/payments/:id/cancel": async () => {
    const { id } = await arena.order();
    return { url: `/v1/payments/${id}/cancel`, body: {}, token: arena.merchant.secret, effects: () => timeline(id, "cancelled") };
  },
  "POST /api/payments/:id/approve": async () => {
    const { id, version, sms } = await arena.review(wallets);
    return {
      url: `/api/payments/${id}/approve`,
      body: { version, message_id: sms, amount: "received", note: "once" },
      effects: () => timeline(id, "approved"),
    };
  },
  "POST /api/payments/:id/reject": async () => {
    const { id, version } = await arena.review(wallets);
    return { url: `/api/payments/${id}/reject`, body: { version, reason: "once" }, effects: () => timeline(id, "rejected") };
  },
  "POST /api/payments/:id/recheck": async () => {
    const { id } = await arena.order();
    return { url: `/api/payments/${id}/recheck`, body: { version: 1 }, effects: () => timeline(id, "rechecked") };
  },
  "POST /api/payments/:id/complete": async () => {
    const { id } = await arena.order();
    return { url: `/api/payments/${id}/complete`, body: { version: 1, trx_id: bkashTrx(), note: "once" }, effects: () => timeline(id, "completed_by_hand") };
  },
  "POST /api/payments/:id/correct": async () => {
    const { id } = await arena.order();
    const url = `/api/payments/${id}`;
    await arena.product.good("POST", `${url}/complete`, arena.product.admin, { version: 1, trx_id: bkashTrx(), note: "before its message" });
    return act(url, "correct", { trx_id: bkashTrx(), reason: "once" });
  },
  "POST /api/payments/:id/reveal": async () => revealing(arena, "payments", (await arena.order()).id),
  "POST /api/links": async () => {
    const { id } = await arena.order();
    const effects = (): Promise<number> => count("audit where action = 'link.create' and object_id = $1", [id]);
    return { url: "/api/links", body: { object: id, valid: "hour", language: "en" }, effects };
  },
  "POST /api/links/:id/revoke": async () => {
    const body = { object: (await arena.order()).id, valid: "hour", language: "en" };
    const { link } = await arena.product.good<{ link: { id: string } }>("POST", "/api/links", arena.product.admin, body);
    const effects = (): Promise<number> => count("audit where action = 'link.revoke' and object_id = $1", [body.object]);
    return { url: `/api/links/${link.id}/revoke`, body: {}, effects };
  },
  "POST /api/sms/:id/reveal": async () => revealing(arena, "sms", await unmatched()),
  "POST /api/payments/:id/note": async () => {
    const { id } = await arena.order();
    return {
      url: `/api/payments/${id}/note`,
      body: { text: "once" },
      effects: async () => (await arena.product.good<{ notes: unknown[] }>("GET", `/api/payments/${id}`)).notes.length,
    };
  },
  "POST /api/sms": async () => {
    const { amount, customer } = fresh();
    const trx = bkashTrx();
    return {
      url: "/api/sms",
      body: { wallet_id: wallets[0]?.id, sender: "bKash", text: received({ amount, from: customer, trx }) },
      effects: () => count("sms where trx_key = $1", [trx]),
    };
  },
  "POST /api/sms/:id/match": async () => {
    const { amount, customer } = fresh();
    const sms = (await arena.product.sms(wallets[0] as TestWallet, received({ amount, from: customer, trx: bkashTrx() }))).data.items[0]?.id ?? "";
    const order = await arena.order({ amount });
    const all = await arena.product.good<{ items: { id: string; wallet_id: string }[] }>("GET", `/api/payments?q=${order.id}`);
    // The order may stand on the other wallet: then its own message is matched.
    const own =
      all.items[0]?.wallet_id === wallets[0]?.id
        ? sms
        : ((await arena.product.sms(wallets[1] as TestWallet, received({ amount, from: customer, trx: bkashTrx() }))).data.items[0]?.id ?? "");
    return { url: `/api/sms/${own}/match`, body: { version: 1, payment_id: order.id }, effects: () => timeline(order.id, "matched_by_hand") };
  },
  "POST /api/sms/:id/accept": async () => {
    const { amount, customer } = fresh();
    const strange = `${received({ amount, from: customer, trx: bkashTrx() })} Sing along in our choir.`;
    const id = (await arena.product.sms(wallets[0] as TestWallet, strange)).data.items[0]?.id ?? "";
    const row = arena.product.product.app.publicIds.decode("sms", id);
    return { url: `/api/sms/${id}/accept`, body: { version: 1 }, effects: () => count("sms_bookings where sms_id = $1", [row]) };
  },
  "POST /api/sms/:id/ignore": async () => act(`/api/sms/${await unmatched()}`, "ignore"),
  "POST /api/sms/:id/restore": async () => {
    const sms = await unmatched();
    await arena.product.good("POST", `/api/sms/${sms}/ignore`, arena.product.admin, { version: 1 });
    return act(`/api/sms/${sms}`, "restore");
  },
  "POST /api/sms/:id/parse": async () => {
    const sms = (await arena.product.sms(wallets[0] as TestWallet, `nothing that anybody knows ${next()}`)).data.items[0]?.id ?? "";
    return act(`/api/sms/${sms}`, "parse");
  },
  "POST /api/sms/endings": async () => {
    const text = `Sing along in our choir ${next()}`;
    return { url: "/api/sms/endings", body: { operator: "bkash", text }, effects: () => count("sms_endings where text = $1", [text]) };
  },
  "POST /api/sms/endings/:id/on": async () => {
    const id = await ending();
    return {
      url: `/api/sms/endings/${id}/on`,
      body: { version: 1 },
      effects: () => count("approvals where kind = 'sms.ending' and object_id = $1", [arena.product.product.app.publicIds.decode("ending", id)]),
    };
  },
  "POST /api/sms/endings/:id/off": async () => {
    const id = await ending();
    await arena.product.product.app.db.run("update sms_endings set status = 'on', switched_by = created_by, switched_at = now() where id = $1", [
      arena.product.product.app.publicIds.decode("ending", id),
    ]);
    return { url: `/api/sms/endings/${id}/off`, body: { version: 1 }, effects: () => count("audit where action = 'sms.ending_off' and object_id = $1", [id]) };
  },
  "POST /api/sms/rules": async () => {
    const template = `Money credited in shop ${next()} the sum {amount} with receipt {trx}`;
    return {
      url: "/api/sms/rules",
      body: { operator: "bkash", class: "receive", template, note: "once" },
      effects: () => count("sms_rules where template = $1", [template]),
    };
  },
  "POST /api/sms/rules/:id/on": async () => {
    const id = await draft();
    return {
      url: `/api/sms/rules/${id}/on`,
      body: { version: 1 },
      effects: () => count("approvals where kind = 'sms.rule' and object_id = $1", [arena.product.product.app.publicIds.decode("rule", id)]),
    };
  },
  "POST /api/sms/rules/:id/shadow": async () => {
    const id = await draft();
    return {
      url: `/api/sms/rules/${id}/shadow`,
      body: { version: 1 },
      effects: () => count("sms_rule_shadows where rule_id = $1", [arena.product.product.app.publicIds.decode("rule", id)]),
    };
  },
  "POST /api/sms/rules/:id/off": async () => {
    const id = await draft();
    await arena.product.product.app.db.run(
      "update sms_rules set status = 'on', switched_by = created_by, switched_at = now(), promoted_by = created_by, promoted_at = now() where id = $1",
      [arena.product.product.app.publicIds.decode("rule", id)],
    );
    return { url: `/api/sms/rules/${id}/off`, body: { version: 1 }, effects: () => count("audit where action = 'sms.rule_off' and object_id = $1", [id]) };
  },
  "POST /api/wallets": async () => {
    const account = `018${String(next()).padStart(8, "0")}`;
    return {
      url: "/api/wallets",
      body: { name: "Once", operator: "nagad", wallet_type: "personal", api_type: "manual", account },
      effects: () => count("wallets where account = $1", [account]),
    };
  },
  "POST /api/wallets/:id/bind": async () => act(await wallet(), "bind"),
  "POST /api/wallets/:id/unbind": async () => act(await wallet(), "unbind"),
  "POST /api/wallets/:id/payout-device": async () => act(await wallet(), "payout-device", { device_id: null }),
  "POST /api/wallets/:id/disable": async () => act(await wallet(), "disable"),
  "POST /api/wallets/:id/enable": async () => act(await disabled(await wallet()), "enable"),
  "POST /api/wallets/:id/delete": async () => act(await wallet(), "delete"),
  "POST /api/wallets/:id/recover": async () => act(await deleted(await wallet()), "recover"),
  "POST /api/wallets/:id/clear": async () => act(await wallet(), "clear"),
  "POST /api/wallets/:id/template": async () => {
    const one = await wallet();
    const { wallet_type: type } = await arena.product.good<{ wallet_type: string }>("GET", one);
    const { id, edition } = await template(type);
    return act(one, "template", { template: { id, edition } });
  },
  "POST /api/wallet-templates": async () => {
    const name = `once ${next()}`;
    return { url: "/api/wallet-templates", body: templateBody(name), effects: () => count("wallet_templates where name = $1", [name]) };
  },
  "POST /api/wallet-templates/:id/delete": async () => {
    const { id } = await template();
    return {
      url: `/api/wallet-templates/${id}/delete`,
      body: { version: 1 },
      effects: () => count("audit where action = 'wallet-template.delete' and object_id = $1", [id]),
    };
  },
  "POST /api/wallet-templates/:id/restore": async () => {
    const { id } = await template();
    await arena.product.good("POST", `/api/wallet-templates/${id}/delete`, arena.product.admin, { version: 1 });
    return {
      url: `/api/wallet-templates/${id}/restore`,
      body: { version: 2, is_default: false },
      effects: () => count("audit where action = 'wallet-template.restore' and object_id = $1", [id]),
    };
  },
  "POST /api/merchants": async () => {
    const name = `Once ${next()}`;
    return { url: "/api/merchants", body: { name }, effects: () => count("merchants where name = $1", [name]) };
  },
  "POST /api/merchants/:id/disable": async () => act(await merchant(), "disable"),
  "POST /api/merchants/:id/enable": async () => act(await disabled(await merchant()), "enable"),
  "POST /api/merchants/:id/delete": async () => act(await merchant(), "delete"),
  "POST /api/merchants/:id/recover": async () => act(await deleted(await merchant()), "recover"),
  "POST /api/merchants/:id/secret": async () => act(await merchant(), "secret"),
  "POST /api/merchants/:id/webhook-secret": async () => act(await merchant(), "webhook-secret"),
  "POST /api/merchants/:id/open": async () => act(await merchant(), "open", { payments: false }),
  "POST /api/users": async () => {
    const account = `once-${next()}`;
    return {
      url: "/api/users",
      body: { account, email: `${account}@example.org`, user_type: "operator" },
      effects: () => count("users where account = $1", [account]),
    };
  },
  "POST /api/users/:id/disable": async () => act(await user(), "disable"),
  "POST /api/users/:id/enable": async () => act(await disabled(await user()), "enable"),
  "POST /api/users/:id/delete": async () => act(await user(), "delete"),
  "POST /api/users/:id/recover": async () => act(await deleted(await user()), "recover"),
  "POST /api/users/:id/password-reset": async () => act(await user(), "password-reset"),
  "POST /api/users/:id/authenticator-reset": async () => act(await withAuthenticator(), "authenticator-reset"),
  "POST /api/users/:id/passkeys-remove": async () => act(await withPasskey(), "passkeys-remove"),
  "POST /api/roles": async () => {
    const name = `once ${next()}`;
    return {
      url: "/api/roles",
      body: { name, user_type: "operator", permissions: ["search"] },
      effects: () => count("user_roles where name = $1", [name]),
    };
  },
  "POST /api/roles/:id/delete": async () => {
    const id = await roleOf(arena.product, "operator", ["search"]);
    return {
      url: `/api/roles/${id}/delete`,
      body: { version: 1 },
      effects: () => count("audit where action = 'role.delete' and object_id = $1", [String(id)]),
    };
  },
  "POST /api/user/recovery-codes": async () => {
    const { id, token } = await person(arena.product, "operator");
    const { app } = arena.product.product;
    await app.db.run("update users set on_totp = true where id = $1", [app.publicIds.decode("user", id)]);
    return { url: "/api/user/recovery-codes", body: {}, token, effects: () => count("audit where action = 'user.recovery-codes' and object_id = $1", [id]) };
  },
  "POST /api/views": async () => {
    const name = `once ${next()}`;
    return { url: "/api/views", body: { list: "payments", name, query: "" }, effects: () => count("views where name = $1", [name]) };
  },
  "POST /api/views/:id/restore": async () => {
    const made = await arena.product.good<{ id: string }>("POST", "/api/views", arena.product.admin, { list: "payments", name: `once ${next()}`, query: "" });
    await arena.product.good("DELETE", `/api/views/${made.id}`, arena.product.admin);
    const id = arena.product.product.app.publicIds.decode("view", made.id);
    return { url: `/api/views/${made.id}/restore`, body: {}, effects: () => count("views where id = $1 and version = 3", [id]) };
  },
  "POST /api/config/schedules": async () => {
    const reason = `once ${next()}`;
    return {
      url: "/api/config/schedules",
      body: await inAnHour("bind_code_minutes", reason),
      effects: () => count("config_schedules where reason = $1", [reason]),
    };
  },
  "POST /api/config/schedules/:id/cancel": async () => {
    const body = await inAnHour("chain_wait_minutes", `once ${next()}`);
    const { id, version } = await arena.product.good<{ id: number; version: number }>("POST", "/api/config/schedules", arena.product.admin, body);
    return {
      url: `/api/config/schedules/${id}/cancel`,
      body: { version },
      effects: () => count("config_schedules where id = $1 and status = 'cancelled' and version = 2", [id]),
    };
  },
  "POST /api/config/schedules/:id/restore": async () => {
    const body = await inAnHour("chain_wait_minutes", `once ${next()}`);
    const { id, version } = await arena.product.good<{ id: number; version: number }>("POST", "/api/config/schedules", arena.product.admin, body);
    await arena.product.good("POST", `/api/config/schedules/${id}/cancel`, arena.product.admin, { version });
    return {
      url: `/api/config/schedules/${id}/restore`,
      body: { version: version + 1 },
      effects: () => count("config_schedules where id = $1 and status = 'waiting' and version = 3", [id]),
    };
  },
  "POST /api/config/restore": async () => {
    const { version: to, values } = await arena.product.good<Config>("GET", "/api/config");
    await arena.configure({ bind_code_minutes: values["bind_code_minutes"] + 1 });
    const { version } = await arena.product.good<Config>("GET", "/api/config");
    const reason = `once ${next()}`;
    return { url: "/api/config/restore", body: { version, to, reason }, effects: () => count("config_history where reason = $1", [reason]) };
  },
  ...exportCases(() => arena),
  ...payoutCases(() => stage),
  ...floatCases(() => stage),
  ...officeCases(() => stage),
};

/** Keys mean nothing to these: nothing changes, or saying it again says the same. */
const WITHOUT = new Set([
  "POST /api/signin",
  "POST /api/signout",
  "POST /api/user/password/save",
  "POST /api/user/check",
  "POST /api/user/verify",
  "POST /api/user/new-devices/:id",
  "POST /api/views/default",
  "POST /api/views/role-default",
  "POST /device/bind",
  "POST /device/heartbeat",
  "POST /device/sms",
  "POST /device/tasks/:id",
  "POST /api/payments/:id/notify",
  "POST /api/disburses/:id/notify",
  "POST /api/alert-channels/:id/test",
  "POST /api/deliveries/resend",
  "POST /v1/deliveries/:id/resend",
  "POST /api/merchants/:id/webhook-test",
]);

/** Routes that move money, or say who may: tried as often as any race of money; the others once. */
const MONEY = /^POST \/(v1\/|api\/(payments|disburses|withdrawal|transfers|manual|approvals|sms\/:id\/|reconciliation|merchants\/:id\/(fees|secret)))/;

/** A case of each act that may need a second approval; of the routes above where there is one. */
const asking =
  (name: string, values: Record<string, unknown> = {}, more: Partial<Move> = {}) =>
  async (): Promise<Move> => {
    const made = await (CASES[name] as () => Promise<Case>)();
    return { name, url: made.url, token: made.token ?? arena.product.admin, body: { ...(made.body as object), ...values }, ...more };
  };
const { manual_complete_threshold, payout_reset_threshold } = CONFIG_DEFAULTS;
const OPEN = { manual_complete_threshold, payout_reset_threshold, second_person_secrets: false };
const STRICT = { manual_complete_threshold: "0.01", payout_reset_threshold: "0.01", second_person_secrets: true };
const ASKING: Readonly<Record<Exclude<ApprovalKind, "manual.apply">, () => Promise<Move>>> = {
  "payments.complete": asking("POST /api/payments/:id/complete"),
  "payments.correct": asking("POST /api/payments/:id/correct"),
  "payments.approve": asking("POST /api/payments/:id/approve"),
  "sms.match": asking("POST /api/sms/:id/match"),
  "sms.accept": asking("POST /api/sms/:id/accept"),
  "sms.type-in": asking("POST /api/sms"),
  "sms.rule": asking("POST /api/sms/rules/:id/on"),
  "sms.ending": asking("POST /api/sms/endings/:id/on"),
  "disburses.complete": asking("POST /api/disburses/:id/complete"),
  "disburses.correct": asking("POST /api/disburses/:id/correct"),
  "disburses.reset": asking("POST /api/disburses/:id/reset"),
  "transfers.complete": asking("POST /api/transfers/:id/complete", { cost: "4.00" }),
  "merchants.fees": async () => ({
    name: "PATCH /api/merchants/:id",
    method: "PATCH",
    url: await merchant(),
    token: arena.product.admin,
    body: { version: 1, payment_fee: { rate_bps: 150 } },
  }),
  "merchants.fee-rule": asking("POST /api/merchants/:id/fees"),
  "merchants.secret": asking("POST /api/merchants/:id/secret"),
  "merchants.webhook-secret": asking("POST /api/merchants/:id/webhook-secret"),
  "wallets.unbind": async () => {
    const full = await arena.product.wallet({ collect: false });
    await fundWallet(arena.product, full, 1_00n);
    const { url, body } = await act(`/api/wallets/${full.id}`, "unbind");
    return { name: "unbind", url, token: arena.product.admin, body };
  },
  "config.fees": async () => {
    // The version is of what is asked of everybody.
    await arena.configure(STRICT);
    const { version } = await arena.product.good<{ version: number }>("GET", "/api/config");
    return {
      name: "PATCH /api/config",
      method: "PATCH",
      url: "/api/config",
      token: arena.product.admin,
      body: { version, default_payment_fee: { rate_bps: 77 } },
    };
  },
  "reconciliation.reopen": asking("POST /api/reconciliation/:id/:date/reopen"),
};

/** Every row of every table but those that tell of the request, as one digest for each. */
async function rowsOfAll(): Promise<Record<string, string>> {
  const { db } = arena.product.product.app;
  const tables = await db.rows<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and has_table_privilege(c.oid, 'select')
       and c.relname !~ '^(approvals|audit|idempotency_keys|live_events|sessions)' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const row = await db.one<{ all: string }>(
      `select count(*) || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as all from only "${name}" t`,
    );
    found[name] = row?.all ?? "";
  }
  return found;
}

describe("an act that wants a second approval", () => {
  afterAll(() => arena.configure(OPEN));

  it("is tried of every kind; a manual operation is itself the request", () => {
    expect(Object.keys(ASKING).sort()).toEqual(APPROVAL_KINDS.filter((kind) => kind !== "manual.apply").sort());
  });

  it.each(Object.entries(ASKING))("%s: waits, and changes nothing; one request, whoever repeats it", async (kind, prepare) => {
    await arena.configure(OPEN);
    const move = { ...(await prepare()), key: `asks-${next()}` };
    await arena.configure(STRICT);
    const before = await rowsOfAll();
    const asked = await arena.alone(move);
    expect([asked.status, asked.json], asked.text).toMatchObject([
      202,
      { success: true, code: "approval_required", data: { approval: { kind, status: "waiting" } } },
    ]);
    expect(await rowsOfAll()).toEqual(before);
    const again = await arena.alone({ ...move, key: `asks-${next()}` });
    expect(again.code).toBe("approval_waiting");
    if ((move.method ?? "POST") === "POST") {
      const repeated = await arena.alone(move);
      expect([repeated.status, repeated.headers["idempotency-hit"], repeated.text]).toEqual([202, "true", asked.text]);
    }
    expect(await rowsOfAll()).toEqual(before);
  });
});

describe("one key, twenty callers", () => {
  it("is tried on every route that takes one", () => {
    const taking = ROUTES.filter((route) => route.method === "POST" && (!route.keyless || /^\/v1\/(payments|disburses)$/.test(route.url))).map(routeName);
    expect(taking.filter((name) => !WITHOUT.has(name)).sort()).toEqual(Object.keys(CASES).sort());
  });

  const isMoney = ([name]: readonly [string, unknown]): boolean => MONEY.test(name);
  const all = Object.entries(CASES);
  describe.each([
    ["at a route that moves money", all.filter(isMoney), times(1, 60)],
    ["at another route", all.filter((one) => !isMoney(one)), 1],
  ] as const)("%s", (_where, cases, rounds) => {
    it.each(cases)(
      "%s",
      async (name, prepare) => {
        for (let round = 0; round < rounds; round += 1) {
          await freshen();
          await once(name, prepare);
        }
      },
      times(30_000, 600_000),
    );
  });

  /** What runs out in many rounds: passwords that were just given, audit rows that one run of the job can seal. */
  async function freshen(): Promise<void> {
    await arena.product.product.app.db.run("update sessions set rechecked_at = now() where ended_at is null");
    await arena.product.product.jobs.runOnce("seal-audit");
  }

  async function once(name: string, prepare: () => Promise<Case>): Promise<void> {
    const made = await prepare();
    const key = `key-${next()}-${name.replace(/\W+/g, "-")}`;
    const move: Move = { name, url: made.url, token: made.token ?? arena.product.admin, body: made.body, key };
    const outcomes = await arena.race(many(20, () => move));
    raced("R11", outcomes);
    const good = outcomes.filter((one) => one.good);
    expect(good.length).toBeGreaterThan(0);
    for (const one of outcomes.filter((outcome) => !outcome.good)) expect([one.status, one.code]).toEqual([409, "idempotency_running"]);
    expect(await made.effects?.()).toBe(1);
    // All answers are the first one's, to the letter; of secrets only that they are not repeated.
    const [again] = await arena.race([move]);
    const first = good.filter((one) => one.headers["idempotency-hit"] !== "true");
    expect([again?.good, again?.headers["idempotency-hit"]]).toEqual([true, "true"]);
    expect(first.length).toBe(1);
    const secret = ROUTES.find((route) => routeName(route) === name)?.secret === true;
    if (secret) expect(again?.json).toEqual({ success: true, data: null });
    else for (const one of [...good, again]) expect([one?.status, one?.text]).toEqual([first[0]?.status, first[0]?.text]);
    const [other] = await arena.race([{ ...move, body: { ...(made.body as object), note: "another body", reason: "another body", version: 99 } }]);
    expect(other?.good).toBe(false);
    if (other?.code !== "validation_failed") expect([other?.status, other?.code]).toEqual([422, "idempotency_mismatch"]);
    expect(await made.effects?.()).toBe(1);
  }
});
