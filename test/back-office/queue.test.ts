/** The queue as people share it: its lines, who is given what, what is put aside, who is called, who looks. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  ExceptionComment,
  ExceptionDetail,
  ExceptionLines,
  ExceptionMarks,
  ExceptionPage,
  ExceptionPeople,
  ExceptionRow,
  ExceptionsActed,
} from "../../src/contract/exceptions.schema.ts";
import { ACT_ON_MOST, PRESENCE_MS, SEVERITIES, type ExceptionKind } from "../../src/contract/exceptions.ts";
import type { Home } from "../../src/contract/home.schema.ts";
import { rowsById } from "../../src/server/core/alerts/queue.ts";
import { raiseAlert } from "../../src/server/core/alerts/raise.ts";
import { sweepQueue } from "../../src/server/core/alerts/sweep.ts";
import { tidyViewers } from "../../src/server/core/alerts/viewers.ts";
import { visible } from "../../src/server/platform/events/view.ts";
import { rightsOf } from "../../src/contract/permissions.ts";
import type { Product } from "../../src/server/app.ts";
import { type Answer, bkashTrx, received, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { people, person, startBeside, startTarget, type Person } from "../support/attack.ts";
import { testUser } from "../support/parts/http.ts";

/** Who sees every kind. */
const ANYBODY = testUser("admin");

let product: TestProduct;
let other: Product;
let merchant: TestMerchant;
let cast: Awaited<ReturnType<typeof people>>;
let second: Person;

beforeAll(async () => {
  product = await startTarget({ ROLE: "api", PUBLIC_URL: "https://pay.example" });
  other = await startBeside(product, { ROLE: "api" });
  merchant = await product.merchant();
  cast = await people(product, merchant.id);
  second = await person(product, "operator");
});
afterAll(async () => {
  await other.stop();
  await product.stop();
});

const app = () => product.product.app;
const lines = (query = "", by: Person = cast.operator) => product.good<ExceptionLines>("GET", `/api/exceptions/lines${query}`, by.token);
const one = (id: string, by: Person = cast.operator) => product.good<ExceptionDetail>("GET", `/api/exceptions/${id}`, by.token);
const act = (row: { id: string; version: number }, verb: string, by: Person, body: Record<string, unknown> = {}): Promise<Answer<ExceptionRow>> =>
  product.call("POST", `/api/exceptions/${row.id}/${verb}`, by.token, { version: row.version, ...body });
const inAnHour = () => new Date(app().now() + 3_600_000).toISOString();
/** An exception that a person ends, of a wallet or of nobody. */
async function raised(wallet: TestWallet | null = null, kind: ExceptionKind = "trx_repeated", amountMinor = 12_300n): Promise<ExceptionRow> {
  const id = app().ids.next();
  const walletId = wallet === null ? null : app().publicIds.decode("wallet", wallet.id);
  await raiseAlert(app(), app().db, { kind, object: { type: "sms", id }, walletId, amountMinor });
  const { id: alertId } = (await app().db.one<{ id: bigint }>("select id from alerts where object_id = $1", [id])) ?? { id: 0n };
  // Past the call, which ends at once what has no cause.
  const row = (await rowsById(app(), app().db, [alertId], ANYBODY)).get(alertId);
  if (row === undefined) throw new Error("the alert is not there");
  return row;
}
const userId = async (row: ExceptionRow, account: string): Promise<string> => {
  const { items } = await product.good<ExceptionPeople>("GET", `/api/exceptions/${row.id}/people`, cast.admin.token);
  return items.find((item) => item.account === account)?.id ?? "";
};

describe("lines", () => {
  it("put what is of one kind at one wallet together, and open to exactly its members", async () => {
    const [till, spare] = [await product.wallet({ name: "Till" }), await product.wallet({ name: "Spare" })];
    const six: ExceptionRow[] = [];
    for (let index = 0; index < 6; index += 1) six.push(await raised(till));
    const alone = await raised(spare);
    const another = await raised(till, "debit_unexplained");
    const { items } = await lines("?kind=trx_repeated,debit_unexplained&size=200");
    const group = items.find((line) => line.at === till.id && line.first.kind === "trx_repeated");
    expect(group).toMatchObject({
      key: `trx_repeated:${till.id}`,
      count: 6,
      claimed: 0,
      amount: "738.00",
      first: { id: six[0]?.id, wallet: { name: "Till" } },
    });
    expect(items.find((line) => line.at === spare.id)).toMatchObject({ count: 1, first: { id: alone.id } });
    expect(items.find((line) => line.first.id === another.id)).toMatchObject({ count: 1, key: `debit_unexplained:${till.id}` });
    const members = await product.good<ExceptionPage>("GET", `/api/exceptions?kind=trx_repeated&at=${till.id}&sort=since`, cast.operator.token);
    expect(members.items.map((row) => row.id)).toEqual(six.map((row) => row.id));
    await act(six[3] as ExceptionRow, "claim", cast.operator);
    expect((await lines("?kind=trx_repeated&size=200")).items.find((line) => line.at === till.id)?.claimed).toBe(1);
  });

  it("of a merchant hold only what has no wallet", async () => {
    const till = await product.wallet({ name: "With a merchant" });
    const merchantId = app().publicIds.decode("merchant", merchant.id);
    for (const wallet of [null, null, till]) {
      const row = await raised(wallet, "manual_completion_differs");
      await app().db.run("update alerts set merchant_id = $2 where id = $1", [app().publicIds.decode("exception", row.id), merchantId]);
    }
    expect((await lines("?kind=manual_completion_differs")).items.map((line) => [line.at, line.count])).toEqual([
      [merchant.id, 2],
      [till.id, 1],
    ]);
    expect(
      (await product.good<ExceptionPage>("GET", `/api/exceptions?kind=manual_completion_differs&at=${merchant.id}`, cast.operator.token)).items,
    ).toHaveLength(2);
    expect((await product.call("GET", "/api/exceptions?at=S261121XY12AB34", cast.operator.token)).error?.fields).toEqual({ at: "invalid" });
  });

  it("stand by urgency, then by age, on every page the same", async () => {
    for (let index = 0; index < 7; index += 1) {
      await raised(null, "device_new_network");
      await raised(null, "payment_reversed");
    }
    const all = (await lines("?size=200")).items;
    const places = all.map((line) => [SEVERITIES.indexOf(line.first.severity), line.first.since] as const);
    expect(places).toEqual([...places].sort((left, right) => right[0] - left[0] || left[1].localeCompare(right[1])));
    const seen: string[] = [];
    let back: string | null = null;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: ExceptionLines = await lines(`?size=10&cursor=${cursor}`);
      if (back !== null) expect((await lines(`?size=10&cursor=${page.prev_cursor}`)).items.map((line) => line.key)).toEqual(seen.slice(-10));
      seen.push(...page.items.map((line) => line.key));
      back = page.prev_cursor;
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(all.map((line) => line.key));
    expect(seen.length).toBeGreaterThan(10);
  });

  it("are of one operator, of nobody, one's own, by what is asked", async () => {
    const nagad = await product.wallet({ operator: "nagad" });
    const row = await raised(nagad, "device_sims_swapped");
    const keys = async (query: string) => (await lines(`?kind=device_sims_swapped&${query}`)).items.map((line) => line.first.id);
    expect([await keys("operator=nagad"), await keys("operator=bkash")]).toEqual([[row.id], []]);
    await act(row, "claim", cast.operator);
    expect([await keys("assignee=me"), await keys("assignee=none"), await keys("severity=urgent")]).toEqual([[row.id], [], [row.id]]);
  });

  it("answer in time with what was looked through, and say that it was not everything", async () => {
    const page = await lines("?kind=trx_repeated");
    expect(page.total.exact).toBe(true);
    await app().db.run(
      `insert into alerts (id, kind, object_type, object_id, amount, since) select 9000000000000000 + n, 'device_encrypted', 'device', 9000000000000000 + n, 100, now() from generate_series(1, 1500) n`,
    );
    const many = await lines("?kind=device_encrypted&size=10");
    expect(many).toMatchObject({ total: { value: 1000, exact: false }, sums: null, lines: 1000 });
    expect(many.items).toHaveLength(10);
    await app().db.run("update alerts set status = 'resolved', resolved_at = now() where kind = 'device_encrypted' and id > 9000000000000000");
    expect((await lines("?status=resolved&kind=device_encrypted&size=10")).total).toEqual({ value: 1000, exact: false });
  });

  it("are read along their index, however many there are", async () => {
    await app().db.run("analyze alerts");
    const plan = await app().db.rows<{ "QUERY PLAN": string }>(
      `explain select 1 from unnest(array['trx_repeated', 'no_wallet']) as asked (kind) cross join lateral (
         select al.*, row_number() over (order by al.since, al.id) as nth from alerts al where al.kind = asked.kind and al.status in ('open', 'claimed') order by al.since, al.id limit 1000) al`,
    );
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/Index (Only )?Scan using alerts_line/);
  });
});

describe("given to somebody", () => {
  it("who may decide; what another person has only that person or an admin gives on", async () => {
    const row = await raised();
    const to = await userId(row, second.account);
    const given = await act(row, "assign", cast.operator, { user_id: to });
    expect(given.data).toMatchObject({ status: "claimed", assignee: { account: second.account, own: false } });
    expect((await lines("?assignee=me&kind=trx_repeated&size=200", second)).items.map((line) => line.first.id)).toContain(row.id);
    expect((await act(given.data, "assign", cast.operator, { user_id: to })).error).toMatchObject({
      code: "wrong_state",
      details: { claimed_by: second.account },
    });
    const on = await act(given.data, "assign", second, { user_id: await userId(row, cast.finance.account) });
    expect(on.data.assignee?.account).toBe(cast.finance.account);
    expect((await act(on.data, "assign", cast.admin, { user_id: to })).data.assignee?.account).toBe(second.account);
    const trail = await app().db.rows<{ account: string; after: { claimed_by: string } }>(
      "select account, after from audit where action = 'exception.assign' and object_id = $1 order by id",
      [row.id],
    );
    expect(trail.map((item) => [item.account, item.after.claimed_by])).toEqual([
      [cast.operator.account, second.account],
      [second.account, cast.finance.account],
      [cast.admin.account, second.account],
    ]);
  });

  it("never to a merchant's people, to those who only look, to those who may not see it, or who cannot sign in", async () => {
    const row = await raised();
    const refused = async (id: string) => (await act(row, "assign", cast.operator, { user_id: id })).error?.fields;
    expect(await refused(cast.merchant_admin.id)).toEqual({ user_id: "invalid" });
    expect(await refused(cast.auditor.id)).toEqual({ user_id: "not_allowed" });
    expect(await refused("U2")).toEqual({ user_id: "invalid" });
    const gone = await person(product, "operator");
    await app().db.run("update users set enabled = false where id = $1", [app().publicIds.decode("user", gone.id)]);
    expect(await refused(gone.id)).toEqual({ user_id: "invalid" });
    const secretive = await raised(null, "withdrawal_waiting");
    expect((await act(secretive, "assign", cast.admin, { user_id: second.id })).error?.fields).toEqual({ user_id: "invalid" });
    expect((await product.call("GET", `/api/exceptions/${secretive.id}/people`, cast.operator.token)).error?.code).toBe("not_found");
    const { items } = await product.good<ExceptionPeople>("GET", `/api/exceptions/${row.id}/people`, cast.operator.token);
    expect(items.map((item) => item.account)).not.toContain(cast.merchant_admin.account);
    expect(items.find((item) => item.account === cast.auditor.account)?.decides).toBe(false);
  });
});

describe("a line at once", () => {
  const together = (rows: readonly ExceptionRow[], what: Record<string, unknown>, by: Person = cast.operator): Promise<Answer<ExceptionsActed>> =>
    product.call("POST", "/api/exceptions/acts", by.token, { ...what, items: rows.map(({ id, version }) => ({ id, version })) });
  const several = async (count: number, kind: ExceptionKind = "trx_repeated"): Promise<ExceptionRow[]> => {
    const made: ExceptionRow[] = [];
    for (let index = 0; index < count; index += 1) made.push(await raised(null, kind));
    return made;
  };
  const trail = (rows: readonly ExceptionRow[]) =>
    app().db.rows<{ action: string; object_id: string; account: string; before: unknown; after: unknown }>(
      "select action, object_id, account, before, after from audit where object_id = any ($1) order by id",
      [rows.map(({ id }) => id)],
    );

  it("is taken with an answer and a row of the trail for each, whatever becomes of the others", async () => {
    const rows = await several(5);
    await act(rows[1] as ExceptionRow, "claim", second);
    await act(rows[2] as ExceptionRow, "resolve", cast.operator, { note: "seen" });
    const gone = { ...(rows[3] as ExceptionRow), id: "X261121XY12AB34" };
    const answer = await together([rows[0], rows[1], rows[2], gone, rows[4]] as ExceptionRow[], { act: "claim" });
    expect(answer.status).toBe(200);
    expect(answer.data.done).toBe(2);
    expect(answer.data.items).toEqual([
      { id: rows[0]?.id, status: "claimed", version: 2, error: null, claimed_by: null },
      { id: rows[1]?.id, status: "claimed", version: 2, error: "conflict", claimed_by: second.account },
      { id: rows[2]?.id, status: "resolved", version: 2, error: "conflict", claimed_by: null },
      { id: gone.id, status: null, version: null, error: "not_found", claimed_by: null },
      { id: rows[4]?.id, status: "claimed", version: 2, error: null, claimed_by: null },
    ]);
    expect((await one(rows[4]?.id ?? "")).assignee).toMatchObject({ account: cast.operator.account, own: true });
    expect((await one(rows[3]?.id ?? "")).status).toBe("open");
    expect((await trail(rows)).filter(({ action, account }) => action === "exception.claim" && account === cast.operator.account)).toEqual(
      [rows[0], rows[4]].map((row) => ({
        action: "exception.claim",
        object_id: row?.id,
        account: cast.operator.account,
        before: { status: "open", claimed_by: null },
        after: { kind: "trx_repeated", status: "claimed", claimed_by: cast.operator.account },
      })),
    );
  });

  it("is given back, put aside, taken out again, assigned and ended, each by the rules of one", async () => {
    const rows = await several(3);
    const now = async (): Promise<ExceptionRow[]> => Promise.all(rows.map(({ id }) => one(id)));
    const done = async (what: Record<string, unknown>, by: Person = cast.operator): Promise<(string | null)[]> =>
      (await together(await now(), what, by)).data.items.map(({ status, error }) => error ?? status);
    expect(await done({ act: "release" })).toEqual(["wrong_state", "wrong_state", "wrong_state"]);
    expect(await done({ act: "claim" }, second)).toEqual(["claimed", "claimed", "claimed"]);
    for (const what of [{ act: "release" }, { act: "mute", until: inAnHour() }, { act: "resolve", note: "over" }])
      expect(await done(what)).toEqual(["wrong_state", "wrong_state", "wrong_state"]);
    expect(await done({ act: "mute", until: inAnHour(), reason: "later" }, cast.admin)).toEqual(["muted", "muted", "muted"]);
    expect(await now()).toMatchObject(rows.map(() => ({ note: "later", assignee: null })));
    expect(await done({ act: "unmute" })).toEqual(["open", "open", "open"]);
    expect(await done({ act: "assign", user_id: second.id })).toEqual(["claimed", "claimed", "claimed"]);
    expect(await done({ act: "resolve", note: "all checked" }, second)).toEqual(["resolved", "resolved", "resolved"]);
    expect(await now()).toMatchObject(rows.map(() => ({ resolved_by: second.account, note: "all checked" })));
    expect(await done({ act: "claim" })).toEqual(["wrong_state", "wrong_state", "wrong_state"]);
    expect((await trail(rows)).map(({ action }) => action)).toEqual(
      ["claim", "mute", "unmute", "assign", "resolve"].flatMap((name) => rows.map(() => `exception.${name}`)),
    );
  });

  it("is refused whole where what is asked for cannot be: then nothing of it has happened", async () => {
    const rows = await several(2);
    const fields = async (what: Record<string, unknown>, by: Person = cast.operator) => (await together(rows, what, by)).error?.fields;
    expect(await fields({ act: "resolve" })).toEqual({ note: "required" });
    expect(await fields({ act: "mute", until: new Date(app().now() - 1).toISOString() })).toEqual({ until: "too_small" });
    expect(await fields({ act: "assign", user_id: cast.auditor.id })).toEqual({ user_id: "not_allowed" });
    expect(await fields({ act: "assign", user_id: cast.merchant_admin.id })).toEqual({ user_id: "invalid" });
    for (const what of [{ act: "claim", note: "x" }, { act: "delete" }, {}]) expect((await together(rows, what)).status).toBe(422);
    expect((await together([...rows, ...rows], { act: "claim" })).error?.code).toBe("validation_failed");
    const spelt = rows.map((row) => ({ ...row, id: row.id.toLowerCase() }));
    expect((await together([...rows, ...spelt], { act: "claim" })).error?.fields).toEqual({ items: "invalid" });
    expect((await together([], { act: "claim" })).status).toBe(422);
    for (const by of [cast.auditor, cast.merchant_admin]) expect((await together(rows, { act: "claim" }, by)).status).toBe(403);
    expect(await Promise.all(rows.map(({ id }) => one(id)))).toMatchObject(rows.map(() => ({ status: "open", version: 1 })));
    expect(await trail(rows)).toEqual([]);
  });

  it("knows what one may not see as not there, and what its cause still holds as standing", async () => {
    const secret = await raised(null, "withdrawal_waiting");
    const [open] = await several(1);
    expect((await together([secret, open as ExceptionRow], { act: "claim" })).data.items.map(({ error, status }) => [error, status])).toEqual([
      ["not_found", null],
      [null, "claimed"],
    ]);
    const till = await product.wallet({ name: "Stray" });
    await product.sms(till, received({ amount: "654.00", from: "01811113333", trx: bkashTrx() }));
    await sweepQueue(app());
    const [standing] = (await product.good<ExceptionPage>("GET", `/api/exceptions?kind=sms_unmatched&at=${till.id}`, cast.operator.token)).items;
    const answer = await together([{ ...open, version: 2 } as ExceptionRow, standing as ExceptionRow], { act: "resolve", note: "over" });
    expect(answer.data.items.map(({ error }) => error)).toEqual([null, "cause_stands"]);
  });

  it("is one person's where two take it at once, member by member", async () => {
    const rows = await several(8);
    const [left, right] = await Promise.all([together(rows, { act: "claim" }), together(rows.toReversed(), { act: "claim" }, second)]);
    expect((left?.data.done ?? 0) + (right?.data.done ?? 0)).toBe(rows.length);
    expect((await trail(rows)).length).toBe(rows.length);
  });

  it("holds as many as a line is made of", async () => {
    const ids = Array.from({ length: ACT_ON_MOST + 1 }, () => app().ids.next());
    await app().db.run(
      "insert into alerts (id, kind, object_type, object_id, amount, since) select id, 'device_encrypted', 'device', id, 100, now() from unnest($1::bigint[]) as made (id)",
      [ids],
    );
    const all = ids.map((id) => ({ id: app().publicIds.encode("exception", id), version: 1 }));
    const claim = (items: readonly { id: string; version: number }[]): Promise<Answer<ExceptionsActed>> =>
      product.call("POST", "/api/exceptions/acts", cast.operator.token, { act: "claim", items });
    expect((await claim(all)).status).toBe(422);
    const answer = await claim(all.slice(1));
    expect([answer.status, answer.data?.done]).toEqual([200, ACT_ON_MOST]);
    expect(
      await app().db.one("select count(*)::int as rows from audit where action = 'exception.claim' and object_id = any ($1)", [all.map(({ id }) => id)]),
    ).toEqual({
      rows: ACT_ON_MOST,
    });
    await app().db.run("update alerts set status = 'resolved', resolved_at = now() where id = any ($1)", [ids]);
  });
});

describe("put aside", () => {
  it("needs no reason, leaves the queue, and comes back at its time or when it is taken back", async () => {
    const row = await raised();
    const muted = await act(row, "mute", cast.operator, { until: inAnHour() });
    expect(muted.data).toMatchObject({ status: "muted", note: null, actions: ["claim", "assign", "resolve", "mute", "unmute"] });
    const open = async () => (await lines("?kind=trx_repeated&size=200")).items.map((line) => line.first.id);
    expect(await open()).not.toContain(row.id);
    expect((await lines("?status=muted&kind=trx_repeated&size=200")).items.map((line) => line.first.id)).toContain(row.id);
    const back = await act(muted.data, "unmute", second);
    expect(back.data).toMatchObject({ status: "open", muted_until: null });
    expect(await open()).toContain(row.id);
    expect((await act(back.data, "unmute", second)).error?.code).toBe("wrong_state");
    const again = await act(back.data, "mute", second, { until: inAnHour() });
    expect(again.status).toBe(200);
    await app().db.run("update alerts set muted_until = now() - interval '1 minute' where id = $1", [app().publicIds.decode("exception", row.id)]);
    await sweepQueue(app());
    expect(await open()).toContain(row.id);
    const kinds = (await one(row.id)).timeline.map((item) => item.kind);
    expect(kinds).toEqual(["waiting", "exception.mute", "exception.unmute", "exception.mute"]);
  });
});

describe("comments", () => {
  const comment = (row: { id: string }, by: Person, text: string) =>
    product.call<ExceptionComment>("POST", `/api/exceptions/${row.id}/comments`, by.token, { text });
  const home = (by: Person) => product.good<Home>("GET", "/api/statistics/home", by.token);
  const marks = (by: Person) => product.good<ExceptionMarks>("GET", "/api/exceptions/marks", by.token);

  it("call whom they name, until that person has looked", async () => {
    const row = await raised();
    const text = `@${second.account.toUpperCase()} please look, write to x@${cast.finance.account}. @nobody.here @${cast.merchant_admin.account} @${cast.operator.account}`;
    const said = await comment(row, cast.operator, `  ${text} `);
    expect(said.data).toMatchObject({ account: cast.operator.account, own: true, text, mentions: [second.account] });
    expect((await home(second)).queue).toMatchObject({ mentions: 1 });
    expect((await marks(second)).mentions).toEqual([{ id: row.id, key: expect.stringContaining("trx_repeated:") as string }]);
    expect((await marks(cast.finance)).mentions).toEqual([]);
    expect((await lines("?assignee=mentioned", second)).items.map((line) => line.first.id)).toEqual([row.id]);
    expect((await product.good<{ people: string[] }>("POST", `/api/exceptions/${row.id}/presence`, second.token, { here: true })).people).toEqual([]);
    expect([(await home(second)).queue?.mentions, (await marks(second)).mentions]).toEqual([0, []]);
    expect((await lines("?assignee=mentioned", second)).items).toHaveLength(1);
    expect((await one(row.id, second)).comments).toMatchObject([{ own: false, text, mentions: [second.account] }]);
    const [trail] = await app().db.rows<{ after: unknown }>("select after from audit where action = 'exception.comment' and object_id = $1", [row.id]);
    expect(trail?.after).toMatchObject({ kind: "trx_repeated", text, to: second.account });
  });

  it("are refused without a text, of what one may not see, and of whoever only looks", async () => {
    const row = await raised();
    expect((await comment(row, cast.operator, "  ")).error?.fields).toEqual({ text: "required" });
    expect((await comment(row, cast.operator, "x".repeat(2001))).error?.fields).toEqual({ text: "too_long" });
    expect((await comment(row, cast.auditor, "x")).status).toBe(403);
    expect((await comment(await raised(null, "withdrawal_waiting"), cast.operator, "x")).error?.code).toBe("not_found");
    await comment(row, cast.operator, "call 01712345678");
    expect((await one(row.id, cast.auditor)).comments[0]?.text).toBe("call 017****5678");
  });

  it("tell the channels that want such exceptions, without whole phone numbers", async () => {
    await app().db.run(
      "update alert_channels set enabled = true, url = 'https://hook.example', secret = '\\x00', secret_last4 = '0000', kinds = array['trx_repeated'] where channel = 'webhook'",
    );
    const row = await raised();
    await comment(row, cast.operator, `@${second.account} 01712345678`);
    await comment(await raised(null, "payment_reversed"), cast.operator, `@${second.account} not this kind`);
    const bodies = (await app().db.rows<{ body: string }>("select body from alert_outbox where body like '%alert.mention%'")).map(
      (sent) => JSON.parse(sent.body) as unknown,
    );
    await app().db.run("update alert_channels set enabled = false");
    expect(bodies).toMatchObject([
      {
        type: "alert.mention",
        data: {
          id: row.id,
          by: cast.operator.account,
          mentions: [second.account],
          comment: `@${second.account} 017****5678`,
          url: `https://pay.example/queue?open=${row.id}`,
        },
      },
    ]);
  });
});

describe("who looks", () => {
  const look = (row: { id: string }, by: Person, here = true) =>
    product.call<{ people: string[] }>("POST", `/api/exceptions/${row.id}/presence`, by.token, { here });
  const elsewhere = async (by: Person, url: string): Promise<unknown> =>
    (await other.http.inject({ method: "GET", url, headers: { authorization: `Bearer ${by.token}` } })).json<{ data: unknown }>().data;
  const watching = async (by: Person, row: { id: string }): Promise<string[]> =>
    ((await elsewhere(by, "/api/exceptions/marks")) as ExceptionMarks).viewers.filter((viewer) => viewer.id === row.id).map((viewer) => viewer.account);

  it("is known in every process while one looks, and no more when one has left or was not heard of", async () => {
    const row = await raised();
    await look(row, second);
    expect((await look(row, cast.operator)).data.people).toEqual([second.account]);
    expect([await watching(cast.operator, row), await watching(cast.auditor, row)]).toEqual([[second.account], [cast.operator.account, second.account].sort()]);
    await look(row, second, false);
    expect(await watching(cast.operator, row)).toEqual([]);
    await look(row, second);
    await app().db.run("update alert_viewers set seen_at = seen_at - make_interval(secs => $1)", [PRESENCE_MS / 1000 + 1]);
    expect(await watching(cast.operator, row)).toEqual([]);
    await app().db.run("update alert_viewers set seen_at = seen_at - interval '1 hour'");
    await tidyViewers(app());
    expect(await app().db.rows("select 1 from alert_viewers")).toEqual([]);
  });

  it("is told at once to those who may know, never to merchants", async () => {
    const row = await raised();
    const before = app().ids.next();
    await look(row, second);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const told = await app().db.rows<{ kind: "exceptions"; merchant_id: bigint | null }>(
      "select kind, merchant_id from live_events where kind = 'exceptions' and object_id = $1 and id > $2",
      [app().publicIds.decode("exception", row.id), before],
    );
    expect(told).toHaveLength(1);
    const event = { kind: "exceptions", merchantId: null } as const;
    expect(visible({ userType: "operator", rights: rightsOf("operator", null), merchantId: null }, event)).toBe(true);
    for (const userType of ["merchant_admin", "merchant_viewer"] as const)
      expect(visible({ userType, rights: rightsOf(userType, null), merchantId: 7n }, event)).toBe(false);
    for (const url of ["/api/exceptions/marks", "/api/exceptions/lines", `/api/exceptions/${row.id}/people`])
      expect((await product.call("GET", url, cast.merchant_admin.token)).status).toBe(403);
    expect((await look(row, cast.merchant_admin)).status).toBe(403);
    expect((await product.good<Home>("GET", "/api/statistics/home", cast.merchant_admin.token)).queue).toBeNull();
  });

  it("says nothing of a kind that one may not see", async () => {
    const row = await raised(null, "withdrawal_waiting");
    await look(row, cast.admin);
    expect((await look(row, cast.operator)).error?.code).toBe("not_found");
    expect([await watching(cast.operator, row), await watching(cast.finance, row)]).toEqual([[], [cast.admin.account]]);
    const counted = (by: Person) => product.good<Home>("GET", "/api/statistics/home", by.token).then((home) => home.queue?.open ?? 0);
    expect(await counted(cast.finance)).toBeGreaterThan(await counted(cast.operator));
  });
});

it("is swept on one connection that plans its statements once, by their indexes", async () => {
  const planned = (): Promise<{ name: string; once: boolean }[]> =>
    app().db.sweepTx((tx) =>
      tx.rows(
        "select name, custom_plans = 0 and generic_plans > 2 as once from pg_prepared_statements where name in ('queue_ended', 'queue_missing', 'queue_moved') order by name",
      ),
    );
  for (let sweeps = 0; sweeps < 3; sweeps += 1) await Promise.all([sweepQueue(app()), product.call("GET", "/api/exceptions")]);
  expect(await planned()).toEqual(["queue_ended", "queue_missing", "queue_moved"].map((name) => ({ name, once: true })));
});
