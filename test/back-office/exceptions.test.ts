/** The exception queue: who sees what, what stands in it and leaves it by itself, one person at a time, and what is told outside. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExceptionDetail, ExceptionPage, ExceptionRow } from "../../src/contract/exceptions.schema.ts";
import { USER_TYPES } from "../../src/contract/permissions.ts";
import { raiseAlert } from "../../src/server/core/alerts/raise.ts";
import { sweepQueue } from "../../src/server/core/alerts/sweep.ts";
import { queueAlerts, sendAlerts } from "../../src/server/core/alerts/sender.ts";
import { claimRows, recordResults } from "../../src/server/core/outbox/claim.ts";
import { bkashTrx, letExpire, received, type Answer, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { missingId, people, person, startTarget, times, together, type Person } from "../support/attack.ts";

let product: TestProduct;
let merchant: TestMerchant;
let wallet: TestWallet;
let cast: Awaited<ReturnType<typeof people>>;
let second: Person;

beforeAll(async () => {
  product = await startTarget({ ROLE: "api", PUBLIC_URL: "https://pay.example" });
  merchant = await product.merchant();
  wallet = await product.wallet({ name: "Main 01712345678" });
  cast = await people(product, merchant.id);
  second = await person(product, "operator");
});
afterAll(() => product.stop());

const app = () => product.product.app;
const queue = async (query = "", by: Person = cast.operator): Promise<ExceptionPage> => {
  await sweepQueue(app());
  return product.good<ExceptionPage>("GET", `/api/exceptions${query}`, by.token);
};
const one = (id: string, by: Person = cast.operator) => product.good<ExceptionDetail>("GET", `/api/exceptions/${id}`, by.token);
const act = (row: { id: string; version: number }, verb: string, by: Person, body: Record<string, unknown> = {}): Promise<Answer<ExceptionRow>> =>
  product.call("POST", `/api/exceptions/${row.id}/${verb}`, by.token, { version: row.version, ...body });
/** A message that no order explains. */
const stray = async (amount: string): Promise<string> => {
  const text = received({ amount, from: "01811112222", trx: bkashTrx() });
  const answer = await product.sms(wallet, text);
  return answer.data.items[0]?.id ?? "";
};
/** Something that a person has to say is over. */
const raised = async (amountMinor = 12_300n): Promise<ExceptionRow> => {
  const id = app().ids.next();
  await raiseAlert(app(), app().db, { kind: "trx_repeated", object: { type: "sms", id }, amountMinor });
  const publicId = app().publicIds.encode("sms", id);
  const found = (await queue("?kind=trx_repeated&size=200")).items.find((row) => row.object.id === publicId);
  if (!found) throw new Error("the alert is not in the queue");
  return found;
};
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe("refusals", () => {
  it("keeps the queue to the platform's people, and acts to those who decide", async () => {
    const row = await raised();
    expect((await product.call("GET", "/api/exceptions", null)).status).toBe(401);
    const see = { admin: 200, finance: 200, operator: 200, auditor: 200, merchant_admin: 403, merchant_viewer: 403 };
    for (const type of USER_TYPES) {
      expect([type, (await product.call("GET", "/api/exceptions", cast[type].token)).status]).toEqual([type, see[type]]);
      const claimed = await act({ id: row.id, version: 99 }, "claim", cast[type]);
      expect([type, claimed.error?.code]).toEqual([type, ["admin", "finance", "operator"].includes(type) ? "conflict" : "forbidden"]);
      if (type !== "admin") expect([type, (await product.call("GET", "/api/alert-channels", cast[type].token)).status]).toEqual([type, 403]);
    }
  });

  it("answers a kind that the viewer may not see as one that is not there", async () => {
    const id = app().ids.next();
    await app().db.run("insert into withdrawals (id, merchant_id, receiving_account, amount, submitter) values ($1, $2, '01799', 500, 1)", [
      id,
      app().publicIds.decode("merchant", merchant.id),
    ]);
    const [row] = (await queue("?kind=withdrawal_waiting", cast.finance)).items;
    if (!row) throw new Error("the withdrawal is not in the queue");
    expect((await queue("?kind=withdrawal_waiting")).items).toEqual([]);
    for (const id of [row.id, missingId(product.product, "exception")]) {
      expect((await product.call("GET", `/api/exceptions/${id}`, cast.operator.token)).error?.code).toBe("not_found");
      expect((await act({ id, version: row.version }, "claim", cast.operator)).error?.code).toBe("not_found");
    }
    await app().db.run("update withdrawals set status = 'rejected', reason = 'x' where id = $1", [id]);
  });

  it("of wrong input, by field", async () => {
    for (const [query, field] of [
      ["?kind=nothing", "kind"],
      ["?status=gone", "status"],
      ["?sort=amount", "sort"],
      ["?cursor=mn.1.Z000000", "cursor"],
      ["?cursor=on.1.x", "cursor"],
      ["?merchant_id=W2", "merchant_id"],
    ] as const)
      expect((await product.call("GET", `/api/exceptions${query}`, cast.operator.token)).error?.fields, query).toHaveProperty(field);
    const row = await raised();
    expect((await act(row, "mute", cast.operator, { reason: "later" })).error?.fields).toEqual({ until: "required" });
    expect((await act(row, "mute", cast.operator, { reason: " ", until: inAnHour() })).error?.fields).toHaveProperty("reason");
    expect((await act(row, "mute", cast.operator, { reason: "x", until: new Date(Date.now() - 1000).toISOString() })).error?.fields).toEqual({
      until: "too_small",
    });
    expect((await act(row, "mute", cast.operator, { reason: "x", until: "2999-01-01T00:00:00.000Z" })).error?.fields).toEqual({ until: "too_large" });
    expect((await act(row, "resolve", cast.operator)).error?.fields).toEqual({ note: "required" });
    expect((await act(row, "claim", cast.operator, { release: true })).error?.code).toBe("wrong_state");
  });
});

describe("a deleted wallet whose phone goes on reporting", () => {
  it("has its money booked, its messages marked, and itself named in the queue until it is put right", async () => {
    const gone = await product.wallet({ name: "Old till" });
    const { version } = await product.good<{ version: number }>("GET", `/api/wallets/${gone.id}`);
    await product.good("POST", `/api/wallets/${gone.id}/delete`, undefined, { version });
    expect((await queue("?kind=wallet_deleted_moves")).items).toEqual([]);
    const sent = await product.sms(gone, received({ amount: "77.00", from: "01811112222", trx: bkashTrx() }));
    const smsId = sent.data.items[0]?.id ?? "";
    expect(await product.good("GET", `/api/sms/${smsId}`, cast.operator.token)).toMatchObject({
      wallet_name: "Old till",
      wallet_deleted: true,
      match_status: "unmatched",
    });
    const listed = await product.good<{ items: { id: string }[] }>("GET", "/api/sms?status=unmatched&size=200", cast.operator.token);
    expect(listed.items.map((item) => item.id)).toContain(smsId);
    const [row] = (await queue("?kind=wallet_deleted_moves")).items;
    expect(row).toMatchObject({ amount: "77.00", severity: "urgent", ends: "cause", object: { type: "wallet", id: gone.id, name: "Old till" } });
    if (!row) throw new Error("the wallet is not in the queue");
    expect((await act(row, "resolve", cast.operator, { note: "seen" })).error?.code).toBe("cause_stands");
    await product.good("POST", `/api/wallets/${gone.id}/recover`, undefined, { version: version + 1 });
    expect((await queue("?kind=wallet_deleted_moves")).items).toEqual([]);
  });
});

describe("what waits", () => {
  it("stands in the queue with money and suggestions, and leaves it when its cause has ended", async () => {
    const messageId = await stray("321.00");
    const [row] = (await queue("?kind=sms_unmatched")).items.filter((item) => item.object.id === messageId);
    expect(row).toMatchObject({ amount: "321.00", status: "open", severity: "warning", ends: "cause", object: { type: "sms", id: messageId } });
    const order = await product.pay(merchant, { amount: "321.00" });
    expect(order.status).toBe(201);
    expect((await one(row?.id ?? "")).suggestions).toMatchObject([{ type: "payment", id: order.data.id, amount: "321.00" }]);
    expect((await act(row as ExceptionRow, "resolve", cast.operator, { note: "done" })).error?.code).toBe("cause_stands");
    const message = await product.good<{ version: number }>("GET", `/api/sms/${messageId}`);
    await product.good("POST", `/api/sms/${messageId}/match`, product.admin, { version: message.version, payment_id: order.data.id });
    expect((await queue("?kind=sms_unmatched")).items.map((item) => item.object.id)).not.toContain(messageId);
    const ended = await one(row?.id ?? "");
    expect(ended).toMatchObject({ status: "resolved", resolved_by: null, actions: [] });
    expect((await act(ended, "claim", cast.operator)).error?.code).toBe("wrong_state");
  });

  it("is over with the act that ended it, for whoever asks for it before the next sweep", async () => {
    const id = app().ids.next();
    const merchantId = app().publicIds.decode("merchant", merchant.id);
    await app().db.run("insert into withdrawals (id, merchant_id, receiving_account, amount, submitter) values ($1, $2, '01799', 501, 1)", [id, merchantId]);
    const publicId = app().publicIds.encode("withdrawal", id);
    const row = (await queue("?kind=withdrawal_waiting", cast.finance)).items.find((item) => item.object.id === publicId);
    expect((await one(row?.id ?? "", cast.finance)).status).toBe("open");
    await app().db.run("update withdrawals set status = 'rejected', reason = 'x' where id = $1", [id]);
    const ended = await one(row?.id ?? "", cast.finance);
    expect([ended.status, ended.resolved_by, ended.timeline.at(-1)?.kind]).toEqual(["resolved", null, "resolved"]);
  });

  it("is on it once, however often it is swept and by whom", async () => {
    const messageId = await stray("77.00");
    await together(Array.from({ length: 6 }, () => () => sweepQueue(app())));
    expect((await queue("?kind=sms_unmatched&size=200")).items.filter((item) => item.object.id === messageId)).toHaveLength(1);
  });

  it("knows every kind whose cause it can look up: nothing else is resolved by a sweep", async () => {
    const row = await raised();
    await sweepQueue(app());
    expect((await one(row.id)).status).toBe("open");
  });

  it("shows wallets near a limit, and takes them off when the limit is raised", async () => {
    const tight = await product.wallet({ daily_max: "100.00", operator: "nagad" });
    expect((await product.pay(merchant, { amount: "95.00", operator: "nagad" })).status).toBe(201);
    expect((await queue("?kind=wallet_near_limit")).items.map((item) => item.object.id)).toEqual([tight.id]);
    const now = await product.good<{ version: number }>("GET", `/api/wallets/${tight.id}`);
    await product.good("PATCH", `/api/wallets/${tight.id}`, product.admin, { version: now.version, daily_max: "1000.00" });
    expect((await queue("?kind=wallet_near_limit")).items).toEqual([]);
  });

  it("has notifications that were given up while their merchant is there: one that is disabled or deleted raises none", async () => {
    const leaving = await product.merchant({ notify_url: "https://gone.example/" });
    const key = app().publicIds.decode("merchant", leaving.id);
    for (const amount of ["71.00", "72.00", "73.00", "74.00"]) {
      const { data } = await product.pay(leaving, { amount });
      await product.good("POST", `/v1/payments/${data.id}/cancel`, leaving.secret);
    }
    const nowMs = Date.now() + 60_000;
    const claimed = await claimRows(app().db, { nowMs, leaseUntilMs: nowMs + 60_000, after: "", budgets: {}, budget: 100, limit: 100 });
    const rows = claimed.filter((row) => row.merchant_id === key);
    expect(rows).toHaveLength(4);
    /** The next of them is tried for the last time. */
    const giveUp = async (): Promise<void> => {
      const row = rows.pop();
      if (row === undefined) throw new Error("none is left");
      const attempt = { at: new Date(nowMs).toISOString(), code: 503, ms: 1, body_start: null, error: null };
      await recordResults(app().db, nowMs, [{ row, outcome: "failed", attempt, nextAtMs: null, alertId: app().ids.next() }]);
    };
    const standing = async () => (await queue("?kind=delivery_failed")).items.filter((row) => row.object.id === leaving.id).length;
    const raisedYet = async () => (await app().db.rows("select 1 from alerts where kind = 'delivery_failed' and object_id = $1", [key])).length;
    const change = async (verb: string) => {
      const { version } = await product.good<{ version: number }>("GET", `/api/merchants/${leaving.id}`);
      await product.good("POST", `/api/merchants/${leaving.id}/${verb}`, undefined, { version });
    };
    await giveUp();
    expect([await standing(), await raisedYet()]).toEqual([1, 1]);
    await change("disable");
    await giveUp();
    expect([await standing(), await raisedYet()]).toEqual([0, 1]);
    await change("enable");
    // What was given up until then waits again.
    expect([await standing(), await raisedYet()]).toEqual([1, 2]);
    await giveUp();
    expect([await standing(), await raisedYet()]).toEqual([1, 2]);
    await change("delete");
    await giveUp();
    expect([await standing(), await raisedYet()]).toEqual([0, 2]);
  });

  it("shows payouts that wait for a wallet, overdue ones apart, one row each", async () => {
    const id = app().ids.next();
    await app().db.run(
      `insert into disburses (id, merchant_id, merchant_order_id, operator, amount, fee, fee_rate_bps, fee_fixed, customer, status, request_hash, queued_at)
       values ($1, $2, 'queued-1', 'rocket', 50000, 0, 0, 0, '01799999999', 'approved', '\\x00', now() - interval '2 minutes')`,
      [id, app().publicIds.decode("merchant", merchant.id)],
    );
    const kinds = async () =>
      (await queue("?kind=disburse_queued,disburse_overdue")).items.filter((item) => item.object.name === "queued-1").map((item) => [item.kind, item.amount]);
    expect(await kinds()).toEqual([["disburse_queued", "500.00"]]);
    await app().db.run("update disburses set queued_at = now() - interval '25 hours' where id = $1", [id]);
    expect(await kinds()).toEqual([["disburse_overdue", "500.00"]]);
    await app().db.run("update disburses set status = 'rejected', reason = 'x', queued_at = null where id = $1", [id]);
    expect(await kinds()).toEqual([]);
  });

  it("counts and adds up by kind, pages by money and by age without a gap or a repetition", async () => {
    for (const amount of [5n, 7n, 7n, 7n, 9n, 900n]) await raised(amount * 100n);
    for (const sort of ["-amount", "since", "-since"]) {
      const all = await queue(`?kind=trx_repeated&size=200&sort=${sort}`);
      const seen: string[] = [];
      let cursor: string | null = "";
      let last: ExceptionPage | null = null;
      while (cursor !== null) {
        const page: ExceptionPage = await product.good("GET", `/api/exceptions?kind=trx_repeated&size=10&sort=${sort}&cursor=${cursor}`, cast.operator.token);
        seen.push(...page.items.map((row) => row.id));
        cursor = page.next_cursor;
        last = page;
      }
      expect(seen).toEqual(all.items.map((row) => row.id));
      const amounts = all.items.map((row) => Number(row.amount));
      if (sort === "-amount") expect(amounts).toEqual([...amounts].sort((left, right) => right - left));
      if (last?.prev_cursor) {
        const back = await product.good<ExceptionPage>(
          "GET",
          `/api/exceptions?kind=trx_repeated&size=10&sort=${sort}&cursor=${last.prev_cursor}`,
          cast.operator.token,
        );
        const from = seen.indexOf(last.items[0]?.id ?? "");
        expect(back.items.map((row) => row.id)).toEqual(seen.slice(Math.max(0, from - 10), from));
      }
    }
    const page = await queue("?kind=trx_repeated&size=200");
    const minor = page.items.reduce((sum, row) => sum + Math.round(Number(row.amount) * 100), 0);
    expect(page.total).toEqual({ value: page.items.length, exact: true });
    expect(page.sums?.amount).toBe((minor / 100).toFixed(2));
    expect(page.kinds.find((kind) => kind.kind === "trx_repeated")).toMatchObject({ count: page.items.length, amount: page.sums?.amount });
  });
});

describe("one person at a time", () => {
  it("claims, keeps others away, gives back, resolves with a note; all of it in the audit trail", async () => {
    const row = await raised();
    const mine = await act(row, "claim", cast.operator);
    expect(mine.data).toMatchObject({
      status: "claimed",
      assignee: { account: cast.operator.account, own: true },
      actions: ["release", "assign", "resolve", "mute"],
    });
    expect((await queue("?assignee=me&size=200")).items.map((item) => item.id)).toContain(row.id);
    expect((await queue("?assignee=me&size=200", second)).items.map((item) => item.id)).not.toContain(row.id);
    expect((await one(row.id, second)).actions).toEqual([]);
    for (const [verb, body] of [
      ["claim", {}],
      ["claim", { release: true }],
      ["resolve", { note: "x" }],
      ["mute", { reason: "x", until: inAnHour() }],
    ] as const)
      expect((await act(mine.data, verb, second, body)).error).toMatchObject({ code: "wrong_state", details: { claimed_by: cast.operator.account } });
    const back = await act(mine.data, "claim", cast.operator, { release: true });
    expect(back.data).toMatchObject({ status: "open", assignee: null });
    const done = await act(back.data, "resolve", second, { note: "  looked at it  " });
    expect(done.data).toMatchObject({ status: "resolved", resolved_by: second.account, note: "looked at it" });
    expect((await one(row.id)).timeline.map((item) => item.kind)).toEqual(["waiting", "exception.claim", "exception.release", "exception.resolve", "resolved"]);
  });

  it("lets an admin step in", async () => {
    const mine = await act(await raised(), "claim", cast.operator);
    expect((await act(mine.data, "resolve", cast.admin, { note: "taken over" })).status).toBe(200);
  });

  it("two claims: one has it, the other is told; 20 callers of every act as well", async () => {
    for (let round = 0; round < times(5, 60); round += 1) {
      const row = await raised();
      const callers = Array.from({ length: 20 }, (_none, index) => (index % 2 === 0 ? cast.operator : second));
      const answers = await together(
        callers.map((by, index) => () => {
          if (round % 3 === 0) return act(row, "claim", by);
          return index % 3 === 0
            ? act(row, "claim", by)
            : index % 3 === 1
              ? act(row, "resolve", by, { note: "n" })
              : act(row, "mute", by, { reason: "r", until: inAnHour() });
        }),
        round + 1,
      );
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect([...new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.error?.code))]).toEqual(["conflict"]);
    }
  });
});

describe("muted", () => {
  it("is put aside with its reason, stays one alert when it happens again, and comes back", async () => {
    const row = await raised();
    const muted = await act(row, "mute", cast.operator, { reason: "known", until: inAnHour() });
    expect(muted.data).toMatchObject({ status: "muted", note: "known" });
    expect((await queue("?kind=trx_repeated&size=200")).items.map((item) => item.id)).not.toContain(row.id);
    const object = { type: "sms", id: app().publicIds.decode("sms", row.object.id ?? "") };
    await raiseAlert(app(), app().db, { kind: "trx_repeated", object, amountMinor: 1n });
    // Rows that the callers before this have muted stand there, too.
    expect((await queue("?status=muted&kind=trx_repeated&size=200")).items.filter((item) => item.object.id === row.object.id).map((item) => item.id)).toEqual([
      row.id,
    ]);
    await app().db.run("update alerts set muted_until = now() - interval '1 minute' where id = $1", [app().publicIds.decode("exception", row.id)]);
    // Whoever reads the queue has it looked through, a second after the last time.
    const back = async () => (await queue("?kind=trx_repeated&size=200")).items.find((item) => item.id === row.id);
    await expect.poll(back).toMatchObject({ status: "open", muted_until: null, amount: "0.01" });
  });
});

describe("told outside", () => {
  let target: Server;
  let base: string;
  const got: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
  let answer = 200;
  beforeAll(async () => {
    target = createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        got.push({ url: request.url ?? "", headers: request.headers, body });
        response.writeHead(answer).end('{"ok":true}');
      });
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
    await queueAlerts(app());
  });
  afterAll(() => new Promise((resolve) => target.close(resolve)));
  const channel = async (id: string) =>
    (await product.good<{ items: Record<string, unknown>[] }>("GET", "/api/alert-channels")).items.find((item) => item["channel"] === id) ?? {};
  const patch = async (id: string, body: Record<string, unknown>) =>
    product.call("PATCH", `/api/alert-channels/${id}`, product.admin, { version: (await channel(id))["version"], ...body });

  it("is not switched on half set up, nor to a place inside, and never shows its secret", async () => {
    expect((await patch("webhook", { enabled: true })).error?.fields).toEqual({ url: "required" });
    expect((await patch("webhook", { chat_id: "1" })).error?.fields).toEqual({ chat_id: "not_allowed" });
    expect((await patch("webhook", { url: "file:///etc/passwd" })).error?.fields).toEqual({ url: "invalid" });
    expect((await patch("telegram", { token: "short" })).error?.fields).toHaveProperty("token");
    expect((await product.call("POST", "/api/alert-channels/webhook/test", product.admin, {})).error?.fields).toEqual({ url: "required" });
    const token = "123456:AbCdEfGhIjKlMnOpQrStUvWxYz-0123456789";
    const done = await patch("telegram", { token, chat_id: "-100200", api_base: base, language: "en" });
    expect(done.data).toMatchObject({ secret_last4: "6789", enabled: false });
    expect(done.text).not.toContain("AbCdEf");
    const stored = await app().db.one<{ secret: Buffer }>("select secret from alert_channels where channel = 'telegram'");
    expect(stored?.secret.includes("AbCdEf")).toBe(false);
    const trail = await app().db.rows("select before::text, after::text from audit where object_type = 'alert-channel'");
    expect(JSON.stringify(trail)).not.toContain("AbCdEf");
  });

  it("goes to the webhook, signed as ours are, and to Telegram; without secrets and whole phone numbers", async () => {
    const made = await product.good<{ secret: string }>("POST", "/api/alert-channels/webhook/secret", product.admin, {
      version: (await channel("webhook"))["version"],
    });
    expect((await patch("webhook", { enabled: true, url: `${base}/hook`, min_severity: "urgent" })).status).toBe(200);
    expect((await patch("telegram", { enabled: true, kinds: ["wallet_gap", "trx_repeated"] })).status).toBe(200);
    await raised();
    await raiseAlert(app(), app().db, { kind: "wallet_gap", object: { type: "wallet", id: app().publicIds.decode("wallet", wallet.id) }, amountMinor: -5000n });
    await queueAlerts(app());
    await queueAlerts(app());
    await sendAlerts(app());
    const hook = got.filter((one) => one.url === "/hook");
    expect(hook).toHaveLength(1);
    const body = new Webhook(made.secret).verify(hook[0]?.body ?? "", hook[0]?.headers as Record<string, string>) as {
      type: string;
      data: { total: number; items: { kind: string; amount: string; text: string; object: { name: string } }[] };
    };
    expect(body).toMatchObject({
      type: "alert",
      data: { total: 1, items: [{ kind: "wallet_gap", severity: "urgent", amount: "50.00", text: "钱包余额断点" }] },
    });
    expect(body.data.items[0]?.object.name).toBe("Main 017****5678");
    const telegram = got.filter((one) => one.url.startsWith("/bot"));
    expect(telegram.map((one) => one.url)).toEqual(["/bot123456:AbCdEfGhIjKlMnOpQrStUvWxYz-0123456789/sendMessage"]);
    const text = JSON.parse(telegram[0]?.body ?? "{}") as { chat_id: string; text: string };
    expect(text.chat_id).toBe("-100200");
    expect(text.text).toMatch(/^\[Urgent\] Wallet balance breaks\n.*50\.00 BDT/);
    expect(text.text).toContain("[Warning] TrxID repeated");
    expect(text.text).toContain("https://pay.example/en/queue");
    expect(got.map((one) => one.body).join()).not.toMatch(/01712345678|AbCdEf|whsec/);
  });

  it("tries again while the target is away, and holds nobody up", async () => {
    answer = 503;
    got.length = 0;
    await raised();
    await queueAlerts(app());
    await sendAlerts(app());
    expect(got).toHaveLength(1);
    expect(await channel("telegram")).toMatchObject({ waiting: 1, last_code: 503 });
    answer = 200;
    await sendAlerts(app());
    expect(got).toHaveLength(1);
    await app().db.run("update alert_outbox set next_at = now() - interval '1 second' where status = 'waiting'");
    await sendAlerts(app());
    expect(got).toHaveLength(2);
    expect(await channel("telegram")).toMatchObject({ waiting: 0, last_code: 200 });
    expect(got[0]?.body).toBe(got[1]?.body);
  });

  it("has a test button", async () => {
    got.length = 0;
    expect((await product.good<{ code: number }>("POST", "/api/alert-channels/telegram/test", product.admin, {})).code).toBe(200);
    expect(JSON.parse(got[0]?.body ?? "{}")).toMatchObject({ text: "Floatdesk: this alert channel works" });
    expect((await product.good<{ code: number }>("POST", "/api/alert-channels/webhook/test", product.admin, {})).code).toBe(200);
    expect(JSON.parse(got[1]?.body ?? "{}")).toMatchObject({ type: "alert.test" });
  });
});

describe("a deleted merchant whose payer was late", () => {
  it("has the money booked, and itself named in the queue until it is put right", async () => {
    const gone = await product.merchant({ name: "Old shop" });
    const till = await product.onlyWallet();
    const paid = { amount: "78.00", customer: "01811113333" };
    const { data } = await product.pay(gone, paid);
    await letExpire(app().db, app().publicIds.decode("payment", data.id) as bigint);
    await product.product.jobs.runOnce("expire-payments");
    const { version } = await product.good<{ version: number }>("GET", `/api/merchants/${gone.id}`);
    await product.good("POST", `/api/merchants/${gone.id}/delete`, undefined, { version });
    expect((await queue("?kind=merchant_deleted_moves")).items).toEqual([]);
    await product.sms(till, received({ amount: paid.amount, from: paid.customer }));
    expect(await product.good("GET", `/api/payments/${data.id}`)).toMatchObject({ status: "completed" });
    const [row] = (await queue("?kind=merchant_deleted_moves")).items;
    const { balance } = await product.good<{ balance: string }>("GET", `/api/merchants/${gone.id}`);
    expect(row).toMatchObject({ amount: balance, severity: "urgent", ends: "cause", object: { type: "merchant", id: gone.id, name: "Old shop" } });
    expect(Number(balance)).toBeGreaterThan(0);
    if (!row) throw new Error("the merchant is not in the queue");
    expect((await act(row, "resolve", cast.operator, { note: "seen" })).error?.code).toBe("cause_stands");
    await product.good("POST", `/api/merchants/${gone.id}/recover`, undefined, { version: version + 1 });
    expect((await queue("?kind=merchant_deleted_moves")).items).toEqual([]);
  });
});
