/** Calls that move money out and can succeed once, with the count of their effects: for twenty callers with one key. */
import { addDays, businessDay } from "../../src/contract/time.ts";
import { payoutsIdle } from "../../src/server/core/payouts/dispatch.ts";
import type { PayoutPort } from "../../src/server/core/operators/port.ts";
import { replacePorts } from "../../src/server/core/operators/registry.ts";
import { bkashTrx, next, received } from "./app.ts";
import { until } from "./parts/until.ts";
import type { Arena } from "./attack-arena.ts";
import { person, type Person } from "./attack.ts";
import { batch, bornBefore, exception, fundMerchant, fundWallet, payout } from "./attack-money.ts";

/** A call that can succeed once, and how often it has. */
export interface Case {
  readonly url: string;
  readonly body: unknown;
  readonly token?: string;
  /** Counts the effects; without it the object's version tells. */
  readonly effects?: () => Promise<number>;
}

/** An auditor who shows a customer's number once. */
export async function revealing(arena: Arena, area: "payments" | "disburses" | "sms" | "transfers" | "withdrawal", id: string): Promise<Case> {
  const { id: user, token } = await person(arena.product, "auditor");
  const { app } = arena.product.product;
  const effects = async (): Promise<number> =>
    Number(
      (
        await app.db.one<{ n: bigint }>("select count(*) as n from audit where action = 'privacy.reveal' and object_id = $1 and actor_id = $2", [
          id,
          app.publicIds.decode("user", user),
        ])
      )?.n ?? 0n,
    );
  return { url: `/api/${area}/${id}/reveal`, body: { field: "phones", reason: "the customer calls" }, token, effects };
}

/** What the cases share: people, and an operator's payout rail that answers as the case needs it. */
export class PayoutStage {
  private answer: "rejected" | "unknown" = "rejected";
  /** Asked later, the operator says that it has paid. */
  knows = false;

  private constructor(
    readonly arena: Arena,
    readonly finance: Person,
    readonly other: Person,
    readonly merchantAdmin: Person,
    private readonly walletId: string,
  ) {}

  /** The arena's merchant gets money, and a wallet behind a stand-in for its payout rail pays from both processes. */
  static async open(arena: Arena): Promise<PayoutStage> {
    const { product, merchant } = arena;
    await fundMerchant(product, merchant, 1_000_000_00n);
    const values = { name: "Out", operator: "bkash", wallet_type: "personal", api_type: "manual", collect: false, payout: true };
    const wallet = await product.good<{ id: string }>("POST", "/api/wallets", product.admin, { ...values, account: "01611111111" });
    await fundWallet(product, wallet, 1_000_000_00n);
    const admin = await person(product, "merchant_admin", { merchantId: merchant.id });
    const stage = new PayoutStage(arena, await person(product, "finance"), await person(product, "finance"), admin, wallet.id);
    const port: PayoutPort = {
      notFoundGraceMs: 60_000,
      submit: () =>
        Promise.resolve(stage.answer === "rejected" ? { kind: "rejected", code: "busy", message: "" } : { kind: "unknown", code: "timeout", message: "" }),
      query: () =>
        Promise.resolve(stage.knows ? { kind: "completed", trxId: bkashTrx(), costMinor: 0n, atMs: null, amountMinor: null } : { kind: "not_supported" }),
    };
    for (const { app } of [product.product, arena.beside]) replacePorts(app, () => port);
    return stage;
  }

  /** A payout whose attempt ended so. */
  async tried(answer: "rejected" | "unknown"): Promise<string> {
    [this.answer, this.knows] = [answer, false];
    const id = await payout(this.arena.product, this.arena.merchant, { operator: "bkash", amount: "30.00" });
    const { product } = this.arena.product;
    const over = answer === "rejected" ? "attempt_failed" : "unknown";
    await until(async () => {
      await product.jobs.runOnce("disburses.dispatch");
      await payoutsIdle(product.app);
      return (await this.read<{ status: string }>(`/api/disburses/${id}`)).status === over;
    });
    return id;
  }

  /** A message of the paying wallet is known: from now on what is said of it waits for its own. */
  async reports(): Promise<void> {
    const text = received({ amount: "1.00", from: "01812345678", balance: "2,000,000.00", trx: bkashTrx() });
    await this.arena.product.good("POST", "/api/sms", this.arena.product.admin, { wallet_id: this.walletId, sender: "bKash", text });
  }

  async count(sql: string, params: readonly unknown[]): Promise<number> {
    return (await this.arena.product.product.app.db.one<{ count: number }>(`select count(*)::int as count from ${sql}`, params))?.count ?? 0;
  }

  read<T>(url: string, by?: Person): Promise<T> {
    return this.arena.product.good<T>("GET", url, by?.token ?? this.arena.product.admin);
  }

  /** An act under the object's version; its effect is one version more. */
  async act(url: string, action: string, values: Record<string, unknown> = {}, by?: Person): Promise<Case> {
    const version = async (): Promise<number> => (await this.read<{ version: number }>(url, by)).version;
    const before = await version();
    const token = by === undefined ? {} : { token: by.token };
    return { url: `${url}/${action}`, body: { version: before, ...values }, ...token, effects: async () => (await version()) - before };
  }

  /** An act that asks for a second approval: its effect is one request. */
  async asking(made: Case, action: string): Promise<Case> {
    const before = await this.count("approvals where action = $1", [action]);
    return { ...made, effects: async () => (await this.count("approvals where action = $1", [action])) - before };
  }

  /** An act on a payout that its timeline tells of. */
  async told(id: string, action: string, kind: string, values: Record<string, unknown> = {}): Promise<Case> {
    const seen = async (): Promise<number> =>
      (await this.read<{ timeline: { kind: string }[] }>(`/api/disburses/${id}`)).timeline.filter((item) => item.kind === kind).length;
    return { ...(await this.act(`/api/disburses/${id}`, action, values)), effects: seen };
  }
}

type Cases = Readonly<Record<string, () => Promise<Case>>>;

/** Payouts, batches. */
export function payoutCases(stage: () => PayoutStage): Cases {
  const large = (): Promise<string> => payout(stage().arena.product, stage().arena.merchant, { amount: "20000.00" });
  const failed = async (): Promise<string> => `/api/disburses/${await stage().tried("rejected")}`;
  const lost = async (): Promise<string> => `/api/disburses/${await stage().tried("unknown")}`;
  const sent = (): Promise<{ id: string }> => batch(stage().arena.product, stage().merchantAdmin.token);
  return {
    "POST /v1/disburses": async () => {
      const number = `key-${next()}`;
      const body = { merchant_order_id: number, amount: "20.00", operator: "nagad", customer: "01712345678" };
      return {
        url: "/v1/disburses",
        body,
        token: stage().arena.merchant.secret,
        effects: () => stage().count("disburses where merchant_order_id = $1", [number]),
      };
    },
    "POST /v1/disburses/:id/cancel": async () => {
      const made = await stage().told(await large(), "cancel", "cancelled");
      return { ...made, url: made.url.replace("/api/", "/v1/"), body: {}, token: stage().arena.merchant.secret };
    },
    "POST /api/disburses/:id/approve": async () => stage().told(await large(), "approve", "approved"),
    "POST /api/disburses/:id/reject": async () => stage().told(await large(), "reject", "rejected", { reason: "once" }),
    "POST /api/disburses/:id/recheck": async () => {
      const id = await stage().tried("unknown");
      stage().knows = true;
      return stage().told(id, "recheck", "rechecked");
    },
    "POST /api/disburses/:id/reset": async () => stage().asking(await stage().act(await failed(), "reset", { reason: "once" }), "reset"),
    "POST /api/disburses/:id/complete": async () => stage().act(await lost(), "complete", { trx_id: bkashTrx(), note: "once" }),
    "POST /api/disburses/:id/correct": async () => {
      const url = await lost();
      const done = await stage().act(url, "complete", { trx_id: bkashTrx(), note: "before its message" });
      await stage().reports();
      await stage().arena.product.good("POST", done.url, stage().arena.product.admin, done.body);
      return stage().act(url, "correct", { trx_id: bkashTrx(), reason: "once" });
    },
    "POST /api/disburses/:id/fail": async () => stage().act(await failed(), "fail", { reason: "once" }),
    "POST /api/disburses/:id/note": async () => {
      const url = `/api/disburses/${await large()}`;
      return { url: `${url}/note`, body: { text: "once" }, effects: async () => (await stage().read<{ notes: unknown[] }>(url)).notes.length };
    },
    "POST /api/disburses/:id/reveal": async () => revealing(stage().arena, "disburses", await large()),
    "POST /api/disburses/batch": async () => {
      const name = `once-${next()}.csv`;
      const csv = `merchant_order_id,operator,amount,customer\nkey-${next()},nagad,5.00,01712345678`;
      const body = { csv, file_name: name, dry_run: false, expect: { count: 1, amount: "5.00" } };
      const effects = (): Promise<number> => stage().count("disburse_batches where file_name = $1", [name]);
      return { url: "/api/disburses/batch", body, token: stage().merchantAdmin.token, effects };
    },
    "POST /api/disburses/batches/:id/stop": async () => stage().act(`/api/disburses/batches/${(await sent()).id}`, "stop", {}, stage().merchantAdmin),
    "POST /api/disburses/batches/:id/retry": async () => {
      const { product } = stage().arena;
      const made = await batch(product, stage().merchantAdmin.token);
      await product.good("POST", `/api/disburses/batches/${made.id}/stop`, stage().merchantAdmin.token, { version: made.version });
      return stage().act(`/api/disburses/batches/${made.id}`, "retry", {}, stage().merchantAdmin);
    },
  };
}

/** Transfers, withdrawals. */
export function floatCases(stage: () => PayoutStage): Cases {
  const bought = async (): Promise<{ kind: string; to_wallet_id: string; amount: string; note: string }> => ({
    kind: "b2b_in",
    to_wallet_id: (await stage().arena.product.wallet({ collect: false })).id,
    amount: "10.00",
    note: `once ${next()}`,
  });
  const transfer = async (approved: boolean): Promise<string> => {
    const { product } = stage().arena;
    const { id } = await product.good<{ id: string }>("POST", "/api/transfers", stage().finance.token, await bought());
    if (approved) await product.good("POST", `/api/transfers/${id}/approve`, product.admin, { version: 1 });
    return `/api/transfers/${id}`;
  };
  const wanted = (): Record<string, unknown> => ({ receiving_account: "bank 1", amount: "5.00", note: `once ${next()}` });
  const withdrawal = async (approved: boolean): Promise<string> => {
    const { product } = stage().arena;
    const { id } = await product.good<{ id: string }>("POST", "/api/withdrawal", stage().merchantAdmin.token, wanted());
    if (approved) await product.good("POST", `/api/withdrawal/${id}/approve`, stage().finance.token, { version: 1 });
    return `/api/withdrawal/${id}`;
  };
  return {
    "POST /api/transfers": async () => {
      const body = await bought();
      return { url: "/api/transfers", body, effects: () => stage().count("transfers where note = $1", [body.note]) };
    },
    "POST /api/transfers/:id/approve": async () => stage().act(await transfer(false), "approve"),
    "POST /api/transfers/:id/complete": async () => stage().act(await transfer(true), "complete", { trx_id: bkashTrx() }),
    "POST /api/transfers/:id/fail": async () => stage().act(await transfer(true), "fail", { reason: "once" }),
    "POST /api/transfers/:id/cancel": async () => stage().act(await transfer(false), "cancel"),
    "POST /api/transfers/:id/reveal": async () => revealing(stage().arena, "transfers", (await transfer(false)).slice("/api/transfers/".length)),
    "POST /api/withdrawal/:id/reveal": async () => revealing(stage().arena, "withdrawal", (await withdrawal(false)).slice("/api/withdrawal/".length)),
    "POST /api/withdrawal": async () => {
      const body = wanted();
      return { url: "/api/withdrawal", body, token: stage().merchantAdmin.token, effects: () => stage().count("withdrawals where note = $1", [body["note"]]) };
    },
    "POST /api/withdrawal/:id/approve": async () => stage().act(await withdrawal(false), "approve"),
    "POST /api/withdrawal/:id/reject": async () => stage().act(await withdrawal(false), "reject", { reason: "once" }),
    "POST /api/withdrawal/:id/paid": async () => stage().act(await withdrawal(true), "paid", { reference: `bank ${next()}` }),
  };
}

/** The exception queue, switches, fees, days. */
export function officeCases(stage: () => PayoutStage): Cases {
  const yesterday = (): string => addDays(businessDay(Date.now()), -1);
  /** A wallet that was there yesterday, whose day has ended with nothing on it. */
  const oldWallet = async (): Promise<string> => (await bornBefore(stage().arena.product, 2)).id;
  const close = async (): Promise<Case> => {
    const id = await oldWallet();
    const effects = (): Promise<number> => stage().count("audit where action = 'reconciliation.close' and object_id = $1", [id]);
    return { url: `/api/reconciliation/${id}/${yesterday()}/close`, body: { real_balance: "0.00" }, token: stage().finance.token, effects };
  };
  const inQueue = async (): Promise<string> => `/api/exceptions/${(await exception(stage().arena.product)).id}`;
  const channel = async (): Promise<number> =>
    (await stage().read<{ items: { channel: string; version: number }[] }>("/api/alert-channels")).items.find((one) => one.channel === "webhook")?.version ?? 0;
  const rule = { rate_bps: 200, fixed: "0.00", min: null, max: null, tiers: [] };
  const fees = async (values: Record<string, unknown> = {}): Promise<{ url: string; body: Record<string, unknown> }> => {
    const { id } = await stage().arena.product.merchant();
    return { url: `/api/merchants/${id}/fees`, body: { version: 1, direction: "payment", rule, ...values } };
  };
  const target = (): Record<string, unknown> => ({ scope: "operator", operator: "nagad", direction: "in", reason: `once ${next()}` });
  const reopen = async (id: string): Promise<void> => {
    await stage().arena.product.good("POST", `/api/switches/${id}/open`, stage().arena.product.admin, { version: 1 });
  };
  return {
    "POST /api/exceptions/acts": async () => {
      const items = [await exception(stage().arena.product), await exception(stage().arena.product)];
      const effects = (): Promise<number> => stage().count("audit where action = 'exception.claim' and object_id = $1", [items[1]?.id]);
      return { url: "/api/exceptions/acts", body: { act: "claim", items: items.map(({ id }) => ({ id, version: 1 })) }, token: stage().finance.token, effects };
    },
    "POST /api/exceptions/:id/claim": async () => stage().act(await inQueue(), "claim"),
    "POST /api/exceptions/:id/assign": async () => {
      const url = await inQueue();
      const people = await stage().read<{ items: { id: string; own: boolean }[] }>(`${url}/people`);
      return stage().act(url, "assign", { user_id: people.items.find((one) => one.own)?.id });
    },
    "POST /api/exceptions/:id/unmute": async () => {
      const url = await inQueue();
      const { version } = await stage().read<{ version: number }>(url);
      const { product } = stage().arena;
      await product.good("POST", `${url}/mute`, product.admin, { version, until: new Date(Date.now() + 3_600_000).toISOString() });
      return stage().act(url, "unmute");
    },
    "POST /api/exceptions/:id/comments": async () => {
      const text = `once ${next()}`;
      return { url: `${await inQueue()}/comments`, body: { text }, effects: () => stage().count("alert_comments where text = $1", [text]) };
    },
    "POST /api/exceptions/:id/resolve": async () => stage().act(await inQueue(), "resolve", { note: "once" }),
    "POST /api/exceptions/:id/mute": async () =>
      stage().act(await inQueue(), "mute", { reason: "once", until: new Date(Date.now() + 3_600_000).toISOString() }),
    "POST /api/alert-channels/:id/secret": async () => {
      const version = await channel();
      return { url: "/api/alert-channels/webhook/secret", body: { version }, effects: async () => (await channel()) - version };
    },
    "POST /api/webhook-keys/renew": async () => {
      const { keys } = await stage().read<{ keys: { id: string }[] }>("/api/webhook-keys");
      const renewed = (): Promise<number> => stage().count("webhook_keys where id <> all($1)", [keys.map(({ id }) => id)]);
      return { url: "/api/webhook-keys/renew", body: { current: keys[0]?.id }, effects: renewed };
    },
    "POST /api/seals/keys/renew": async () => {
      const { keys } = await stage().read<{ keys: { id: string }[] }>("/v1/seal-keys");
      const renewed = (): Promise<number> => stage().count("seal_keys where id <> all($1)", [keys.map(({ id }) => id)]);
      return { url: "/api/seals/keys/renew", body: { current: keys.at(-1)?.id }, effects: renewed };
    },
    "POST /api/switches": async () => {
      const body = target();
      return { url: "/api/switches", body, effects: () => stage().count("switches where reason = $1", [body["reason"]]) };
    },
    "POST /api/switches/stop": async () => {
      const { reason, ...one } = target();
      const body = { targets: [{ ...one, operator: "bkash" }], reason, minutes: 15 };
      return { url: "/api/switches/stop", body, effects: () => stage().count("switches where reason = $1", [reason]) };
    },
    "POST /api/switches/:id/open": async () => {
      const { items } = await stage().read<{ items: { id: string }[] }>("/api/switches");
      for (const { id } of items) await reopen(id);
      const { id } = await stage().arena.product.good<{ id: string }>("POST", "/api/switches", stage().arena.product.admin, target());
      const opened = (): Promise<number> => stage().count("audit where action = 'switch.open' and object_id = $1", [id]);
      return { url: `/api/switches/${id}/open`, body: { version: 1 }, effects: opened };
    },
    "POST /api/merchants/:id/fees": async () => {
      const made = await fees();
      return stage().asking(made, "fee-rule");
    },
    "POST /api/merchants/:id/fees/cancel": async () => {
      const { product } = stage().arena;
      const { url, body } = await fees({ valid_from: new Date(Date.now() + 3_600_000).toISOString() });
      const { approval } = await product.good<{ approval: { id: string } }>("POST", url, product.admin, body);
      await product.good("POST", `/api/approvals/${approval.id}/approve`, stage().finance.token, {});
      const now = await stage().read<{ merchant_version: number; items: { id: string; state: string }[] }>(url);
      const fee = now.items.find((item) => item.state === "future")?.id;
      return stage().asking({ url: `${url}/cancel`, body: { version: now.merchant_version, fee } }, "fee-rule-cancel");
    },
    "POST /api/reconciliation/:id/:date/close": close,
    "POST /api/reconciliation/:id/:date/reopen": async () => {
      const { url, body } = await close();
      const { product } = stage().arena;
      await product.good("POST", url, stage().finance.token, body);
      return stage().asking({ url: url.replace(/close$/, "reopen"), body: { version: 1, reason: "once" } }, `reopen ${url.split("/").at(-2)}`);
    },
    "POST /api/reconciliation/:id/import": async () => {
      const name = `once-${next()}.csv`;
      const text = `TrxID,Time,Amount,Type\n${bkashTrx()},${yesterday()} 12:00,100.00,credit\n`;
      const url = `/api/reconciliation/${await oldWallet()}/import`;
      return { url, body: { file_name: name, text }, effects: () => stage().count("statement_imports where file_name = $1", [name]) };
    },
  };
}
