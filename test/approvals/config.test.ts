/** Configuration by its other ways: put back, and at a moment. None of them goes round what a change by hand is asked for. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApprovalRow } from "../../src/contract/approvals.schema.ts";
import type { ConfigHistoryItem, ConfigOut, ConfigScheduleItem } from "../../src/contract/config.schema.ts";
import type { ExceptionPage } from "../../src/contract/exceptions.schema.ts";
import { sweepQueue } from "../../src/server/core/alerts/sweep.ts";
import { applyDue } from "../../src/server/core/config/schedule/apply.ts";
import type { Answer, TestProduct } from "../support/app.ts";
import { people, person, startTarget, type Person } from "../support/attack.ts";

const HOUR_MS = 3_600_000;
let product: TestProduct;
let boss: Person;
let second: Person;
let cast: Awaited<ReturnType<typeof people>>;

beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  cast = await people(product, (await product.merchant()).id);
  boss = cast.admin;
  second = await person(product, "admin");
});
afterAll(() => product.stop());

const app = () => product.product.app;
/** The product as it is so much later. */
const later = (ms: number) => Object.assign(Object.create(app()) as ReturnType<typeof app>, { now: () => app().now() + ms });
const read = () => product.good<ConfigOut>("GET", "/api/config", boss.token);
const value = async (key: string) => (await read()).values[key];
const patch = async (values: Record<string, unknown>, by = boss) =>
  product.call<ConfigOut & { approval: ApprovalRow }>("PATCH", "/api/config", by.token, { version: (await read()).version, ...values });
const set = async (values: Record<string, unknown>) => expect((await patch(values)).status).toBe(200);
type Kept = ConfigScheduleItem & { approval: ApprovalRow };
const schedule = async (values: Record<string, unknown>, inMs = HOUR_MS, by = boss): Promise<Answer<Kept>> =>
  product.call("POST", "/api/config/schedules", by.token, {
    version: (await read()).version,
    at: new Date(app().now() + inMs).toISOString(),
    ...values,
  });
const kept = async (values: Record<string, unknown>, inMs?: number): Promise<Kept> => {
  const answer = await schedule(values, inMs);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
};
const plan = async (id: number) => {
  const { items } = await product.good<{ items: ConfigScheduleItem[] }>("GET", "/api/config/schedules", cast.auditor.token);
  return items.find((item) => item.id === id);
};
const cancel = (item: { id: number; version: number }, by = boss) =>
  product.call<ConfigScheduleItem>("POST", `/api/config/schedules/${item.id}/cancel`, by.token, { version: item.version });
const restore = (item: { id: number; version: number }, by = boss) =>
  product.call<ConfigScheduleItem>("POST", `/api/config/schedules/${item.id}/restore`, by.token, { version: item.version });
const at = (inMs: number): string => new Date(app().now() + inMs).toISOString();
const endOf = async (id: number) => {
  const { items } = await product.good<{ items: ConfigScheduleItem[] }>("GET", "/api/config/schedules", cast.auditor.token);
  return items.find((item) => item.ends === id);
};
const approve = (approval: { id: string }, by: Person) => product.call<ApprovalRow>("POST", `/api/approvals/${approval.id}/approve`, by.token, {});
const history = async () => (await product.good<{ items: ConfigHistoryItem[] }>("GET", "/api/config/history", boss.token)).items;
const exceptions = async () => {
  await sweepQueue(app());
  return (await product.good<ExceptionPage>("GET", "/api/exceptions?kind=config_schedule", cast.auditor.token)).items.length;
};
const fee = (bps: number) => ({ default_payment_fee: { rate_bps: bps, fixed: "0.00", min: null, max: null } });
/** An admin who has not said who he is for a while. */
const unproved = async (): Promise<Person> => {
  const admin = await person(product, "admin");
  await product.good("DELETE", "/api/user/check", admin.token);
  return admin;
};

describe("a scheduled change", () => {
  it("waits in everybody's view, is applied once by two workers, and is in history and trail", async () => {
    const before = await read();
    const item = await kept({ chain_wait_minutes: 9, reason: "weekend" });
    expect(await plan(item.id)).toMatchObject({
      status: "waiting",
      maker: boss.account,
      reason: "weekend",
      changes: [{ key: "chain_wait_minutes", after: 9 }],
    });
    await applyDue(app());
    expect(await value("chain_wait_minutes")).toBe(before.values["chain_wait_minutes"]);
    const due = later(2 * HOUR_MS);
    await Promise.all([applyDue(due), applyDue(due), applyDue(due)]);
    const after = await read();
    expect([after.version, after.values["chain_wait_minutes"]]).toEqual([before.version + 1, 9]);
    expect(await plan(item.id)).toMatchObject({ status: "applied", applied_version: after.version, problem: null });
    expect((await history())[0]).toMatchObject({ version: after.version, account: boss.account, schedule: item.id, reason: "weekend" });
    const trail = await app().db.rows<{ action: string; account: string; after: Record<string, unknown> }>(
      "select action, account, after from audit where action like 'config.schedule%' order by id desc limit 2",
    );
    expect(trail).toMatchObject([
      { action: "config.schedule-apply", account: "config.schedule", after: { maker: boss.account, chain_wait_minutes: 9 } },
      { action: "config.schedule", account: boss.account },
    ]);
    expect((await cancel(item)).error?.code).toBe("wrong_state");
    await set({ chain_wait_minutes: before.values["chain_wait_minutes"] });
  });

  it("is refused where a change by hand would be, and outside its time", async () => {
    for (const by of [cast.auditor, cast.finance, cast.operator])
      expect((await schedule({ chain_wait_minutes: 9 }, HOUR_MS, by)).error?.code).toBe("forbidden");
    expect((await product.call("GET", "/api/config/schedules", cast.operator.token)).error?.code).toBe("forbidden");
    expect((await schedule({ chain_wait_minutes: 9 }, -1000)).error?.fields).toEqual({ at: "too_small" });
    expect((await schedule({ chain_wait_minutes: 9 }, 400 * 24 * HOUR_MS)).error?.fields).toEqual({ at: "too_large" });
    expect((await schedule({ chain_wait_minutes: 900 })).error?.fields).toEqual({ chain_wait_minutes: "too_large" });
    expect((await schedule({})).error?.fields).toEqual({ at: "required" });
    expect((await schedule({ chain_wait_minutes: await value("chain_wait_minutes") })).error?.fields).toEqual({ chain_wait_minutes: "not_allowed" });
    expect((await schedule({ bkash_min_amount: "90000.00" })).error?.fields).toEqual({ bkash_min_amount: "too_large" });
    expect((await schedule({ staff_ip_allowlist: ["203.0.113.0/24"] })).error?.fields).toEqual({ staff_ip_allowlist: "not_allowed" });
    // Not even a list that its maker is inside of: by then somebody else may not be.
    for (const list of [[], ["127.0.0.0/8", "::1"]])
      expect((await schedule({ staff_ip_allowlist: list, chain_wait_minutes: 9 })).error?.fields).toEqual({ staff_ip_allowlist: "not_allowed" });
    const cold = await unproved();
    expect((await schedule({ one_person: true }, HOUR_MS, cold)).error?.code).toBe("recheck_required");
    expect((await schedule(fee(77), HOUR_MS, cold)).error?.code).toBe("recheck_required");
  });

  it("knows what waits before it, and is held where that did not come", async () => {
    const first = await kept({ bind_code_minutes: 20 }, HOUR_MS);
    const then = await kept({ bind_code_minutes: 30 }, 2 * HOUR_MS);
    expect(then.changes).toEqual([{ key: "bind_code_minutes", before: 20, after: 30 }]);
    await applyDue(later(3 * HOUR_MS));
    expect([(await plan(first.id))?.status, (await plan(then.id))?.status, await value("bind_code_minutes")]).toEqual(["applied", "applied", 30]);
    const gone = await kept({ bind_code_minutes: 40 }, HOUR_MS);
    const behind = await kept({ bind_code_minutes: 50 }, 2 * HOUR_MS);
    expect((await cancel(gone)).data.status).toBe("cancelled");
    await applyDue(later(3 * HOUR_MS));
    expect(await plan(behind.id)).toMatchObject({ status: "held", problem: { code: "changed", keys: ["bind_code_minutes"] } });
    expect(await value("bind_code_minutes")).toBe(30);
    await cancel((await plan(behind.id)) as ConfigScheduleItem);
    await set({ bind_code_minutes: 10 });
  });

  it("is held by a change by hand of the same setting, tells of it, and counts again once it is confirmed anew", async () => {
    const item = await kept({ queued_alert_hours: 48, silent_after_minutes: 90 });
    expect(await exceptions()).toBe(0);
    await set({ bind_code_minutes: 11 });
    expect((await plan(item.id))?.status).toBe("waiting");
    await set({ queued_alert_hours: 30 });
    const held = await plan(item.id);
    expect(held).toMatchObject({ status: "held", problem: { code: "changed", keys: ["queued_alert_hours"] } });
    expect(await exceptions()).toBe(1);
    await applyDue(later(2 * HOUR_MS));
    expect(await value("queued_alert_hours")).toBe(30);
    const again = await kept({ queued_alert_hours: 48, silent_after_minutes: 90, replaces: item.id });
    expect([(await plan(item.id))?.status, again.changes.find(({ key }) => key === "queued_alert_hours")?.before]).toEqual(["cancelled", 30]);
    expect(await exceptions()).toBe(0);
    await applyDue(later(2 * HOUR_MS));
    expect([await value("queued_alert_hours"), await value("silent_after_minutes")]).toEqual([48, 90]);
    await set({ queued_alert_hours: 24, silent_after_minutes: 60, bind_code_minutes: 10 });
  });

  it("waits for a second approval as the change by hand does, and for the checker's right at its moment", async () => {
    const asked = await schedule(fee(120));
    expect([asked.status, asked.data.approval.after]).toMatchObject([202, { ...fee(120), valid_from: expect.any(String) }]);
    expect((await approve(asked.data.approval, boss)).error?.code).toBe("same_person");
    const checker = await person(product, "admin");
    expect((await approve(asked.data.approval, checker)).data.status).toBe("approved");
    const { items } = await product.good<{ items: ConfigScheduleItem[] }>("GET", "/api/config/schedules", boss.token);
    expect(items[0]).toMatchObject({ status: "waiting", maker: boss.account, checker: checker.account });
    await app().db.run("update users set user_type = 'finance' where account = $1", [checker.account]);
    await applyDue(later(2 * HOUR_MS));
    expect(await plan(items[0]?.id ?? 0)).toMatchObject({ status: "refused", problem: { code: "checker_inactive" } });
    expect([await value("default_payment_fee"), await exceptions()]).toMatchObject([{ rate_bps: 0 }, 1]);
    await cancel((await plan(items[0]?.id ?? 0)) as ConfigScheduleItem);
  });

  it("approved and still allowed it is applied, under both names", async () => {
    const asked = await schedule(fee(130));
    expect((await approve(asked.data.approval, second)).data.status).toBe("approved");
    await applyDue(later(2 * HOUR_MS));
    expect(await value("default_payment_fee")).toMatchObject({ rate_bps: 130 });
    expect((await history())[0]).toMatchObject({ account: boss.account, checker: second.account });
  });

  it("is approved only as its checker saw it: never with fees that went without saying when it was asked for", async () => {
    const of = (bps: number) => ({ default_disburse_fee: fee(bps).default_payment_fee });
    const first = await schedule(of(50));
    await approve(first.data.approval, second);
    const { items } = await product.good<{ items: ConfigScheduleItem[] }>("GET", "/api/config/schedules", boss.token);
    const before = items.find(({ status }) => status === "waiting") as ConfigScheduleItem;
    // The disburse fee is said too, as it will stand by then: nothing of it is shown, so nothing of it is carried out.
    const both = await schedule({ ...fee(150), ...of(50), replaces: (await kept({ chain_wait_minutes: 8 })).id }, 2 * HOUR_MS);
    expect(Object.keys(both.data.approval.after ?? {}).sort()).toEqual(["default_payment_fee", "replaces_schedule", "valid_from"]);
    await cancel(before);
    expect((await approve(both.data.approval, second)).data.status).toBe("approved");
    const made = (await product.good<{ items: ConfigScheduleItem[] }>("GET", "/api/config/schedules", boss.token)).items.find(
      ({ status }) => status === "waiting",
    );
    expect(made?.changes.map(({ key }) => key)).toEqual(["default_payment_fee"]);
    // Shown over a value that will not stand there: nobody has decided on that.
    const moves = await schedule(fee(170), 3 * HOUR_MS);
    expect(moves.data.approval.before).toMatchObject(fee(150));
    await cancel(made as ConfigScheduleItem);
    expect((await approve(moves.data.approval, second)).error?.code).toBe("conflict");
  });

  it("approved by its own maker counts as not approved where it must be by then", async () => {
    const asked = await schedule(fee(160));
    await approve(asked.data.approval, second);
    const { items } = await product.good<{ items: ConfigScheduleItem[] }>("GET", "/api/config/schedules", boss.token);
    const approved = items.find(({ status }) => status === "waiting") as ConfigScheduleItem;
    await cancel(approved);
    // As it is kept where its maker was the only person at the time.
    const own = await app().db.one<{ id: number }>(
      `insert into config_schedules (due_at, changes, maker, maker_account, checker, checker_account, created_at)
       select due_at, changes, maker, maker_account, maker, maker_account, created_at from config_schedules where id = $1 returning id`,
      [approved.id],
    );
    const id = own?.id ?? 0;
    await applyDue(later(2 * HOUR_MS));
    expect(await plan(id)).toMatchObject({ status: "refused", problem: { code: "approval_required", keys: ["default_payment_fee"] } });
    await cancel((await plan(id)) as ConfigScheduleItem);
  });

  it("is refused where its maker is gone, where it would have to be approved by now, and where its values are none any more", async () => {
    const maker = await person(product, "admin");
    const of = async (values: Record<string, unknown>, by: Person) => (await schedule(values, HOUR_MS, by)).data.id;
    const orphan = await of({ late_match_hours: 25 }, maker);
    await set({ second_person_fees: false });
    const fees = await of(fee(140), boss);
    await set({ second_person_fees: true });
    const bounds = await of({ nagad_min_amount: "400.00" }, boss);
    await app().db.run("update users set enabled = false where account = $1", [maker.account]);
    // The largest amount goes below what the schedule will ask for as the smallest: by its own way, as another build might.
    await app().db.run(`update config set value = value || '{"nagad_max_amount": "300.00"}', version = version + 1`);
    await applyDue(later(2 * HOUR_MS));
    expect(await plan(orphan)).toMatchObject({ status: "refused", problem: { code: "maker_inactive" } });
    expect(await plan(fees)).toMatchObject({ status: "refused", problem: { code: "approval_required", keys: ["default_payment_fee"] } });
    expect(await plan(bounds)).toMatchObject({ status: "refused", problem: { code: "invalid", keys: ["nagad_min_amount"] } });
    expect([await value("late_match_hours"), await value("default_payment_fee")]).toMatchObject([24, { rate_bps: 130 }]);
    for (const id of [orphan, fees, bounds]) await cancel((await plan(id)) as ConfigScheduleItem);
    expect(await exceptions()).toBe(0);
    await set({ nagad_max_amount: "25000.00" });
  });
});

describe("a scheduled change with an end", () => {
  afterAll(() => set({ proof_wait_minutes: 15 }));

  it("returns to what stood before, once, and history, list and trail say so", async () => {
    const before = await read();
    const item = await kept({ proof_wait_minutes: 21, until: at(3 * HOUR_MS), reason: "festival" });
    expect(item.until).not.toBeNull();
    expect(await endOf(item.id)).toMatchObject({
      status: "waiting",
      at: item.until,
      changes: [{ key: "proof_wait_minutes", before: 21, after: before.values["proof_wait_minutes"] }],
    });
    // What is scheduled for later knows that it will have ended, and for the time in between that it has not.
    const after = await kept({ proof_wait_minutes: 30 }, 5 * HOUR_MS);
    expect(after.changes[0]?.before).toBe(before.values["proof_wait_minutes"]);
    expect((await cancel(after)).status).toBe(200);
    await Promise.all([applyDue(later(2 * HOUR_MS)), applyDue(later(2 * HOUR_MS))]);
    expect(await value("proof_wait_minutes")).toBe(21);
    const due = later(4 * HOUR_MS);
    await Promise.all([applyDue(due), applyDue(due)]);
    expect(await value("proof_wait_minutes")).toBe(before.values["proof_wait_minutes"]);
    const [ended, begun] = await history();
    expect([ended?.ended, begun?.ended, begun?.schedule]).toEqual([item.id, null, item.id]);
    expect(await endOf(item.id)).toMatchObject({ status: "applied", applied_version: ended?.version });
  });

  const begin = async (values: Record<string, unknown>, by = boss): Promise<Answer<Kept>> =>
    product.call("POST", "/api/config/schedules", by.token, { version: (await read()).version, ...values });

  it("begins at once where no moment is named, and ends by itself: one act, in history and trail as both", async () => {
    await set({ proof_wait_minutes: 20 });
    const waiting = await kept({ proof_wait_minutes: 27 }, 4 * HOUR_MS);
    expect((await begin({ proof_wait_minutes: 23 })).error?.fields).toEqual({ until: "required" });
    expect((await begin({ proof_wait_minutes: 20, until: at(HOUR_MS) })).error?.fields).toEqual({ proof_wait_minutes: "not_allowed" });
    expect((await begin({ proof_wait_minutes: 23, until: at(-HOUR_MS) })).error?.fields).toEqual({ until: "too_small" });
    const begun = await begin({ proof_wait_minutes: 23, until: at(2 * HOUR_MS), reason: "festival" });
    expect(begun.data, begun.text).toMatchObject({ status: "applied", applied_version: (await read()).version, maker: boss.account, reason: "festival" });
    expect(await value("proof_wait_minutes")).toBe(23);
    // What waited for the setting is held, as by a change by hand; the end is not.
    expect((await plan(waiting.id))?.status).toBe("held");
    expect(await endOf(begun.data.id)).toMatchObject({ status: "waiting", at: begun.data.until });
    expect((await history())[0]).toMatchObject({ account: boss.account, schedule: begun.data.id, reason: "festival" });
    // Inside it nothing of the same setting begins: the end would leave all as it is.
    expect((await begin({ proof_wait_minutes: 29, until: at(HOUR_MS) })).error?.fields).toEqual({ at: "not_allowed" });
    await applyDue(later(2 * HOUR_MS + 1000));
    expect(await value("proof_wait_minutes")).toBe(20);
    const actions = await app().db.rows<{ action: string }>("select action from audit where action like 'config.schedule%' order by id desc limit 4");
    expect(actions.map(({ action }) => action)).toEqual(["config.schedule-apply", "config.schedule", "config.schedule-hold", "config.schedule-apply"]);
    expect((await cancel((await plan(waiting.id)) as ConfigScheduleItem)).status).toBe(200);
  });

  it("waits for its second approval before it begins, and begins then", async () => {
    const until = at(3 * HOUR_MS);
    const asked = await begin({ ...fee(240), until });
    expect(asked.status, asked.text).toBe(202);
    expect(asked.data.approval.after).toMatchObject({ until });
    expect(asked.data.approval.after).not.toHaveProperty("valid_from");
    const before = (await read()).version;
    expect((await approve(asked.data.approval, boss)).error?.code).toBe("same_person");
    expect((await approve(asked.data.approval, second)).status).toBe(200);
    expect((await read()).version).toBe(before + 1);
    expect((await history())[0]).toMatchObject({ account: boss.account, checker: second.account });
    await applyDue(later(3 * HOUR_MS + 1000));
    expect((await read()).version).toBe(before + 2);
  });

  it("ends though its maker is gone: what was loosened does not stay so", async () => {
    const gone = await person(product, "admin");
    const item = await schedule({ proof_wait_minutes: 24, until: at(3 * HOUR_MS) }, HOUR_MS, gone);
    expect(item.status).toBe(200);
    await applyDue(later(2 * HOUR_MS));
    expect(await value("proof_wait_minutes")).toBe(24);
    await app().db.run("update users set enabled = false where id = $1", [app().publicIds.decode("user", gone.id)]);
    await applyDue(later(4 * HOUR_MS));
    expect(await value("proof_wait_minutes")).not.toBe(24);
    expect(await endOf(item.data.id)).toMatchObject({ status: "applied" });
  });

  it("leaves what somebody changed meanwhile, and says so at once", async () => {
    const before = await value("proof_wait_minutes");
    const item = await kept({ proof_wait_minutes: 22, until: at(3 * HOUR_MS) });
    await applyDue(later(2 * HOUR_MS));
    await set({ proof_wait_minutes: 23 });
    const end = await endOf(item.id);
    expect(end).toMatchObject({ status: "held", problem: { code: "changed", keys: ["proof_wait_minutes"] } });
    expect(await exceptions()).toBe(1);
    await applyDue(later(4 * HOUR_MS));
    expect(await value("proof_wait_minutes")).toBe(23);
    if (end) expect((await cancel(end)).status).toBe(200);
    expect(await exceptions()).toBe(0);
    await set({ proof_wait_minutes: before });
  });

  it("has an end after its beginning, at which the former values are allowed and nothing else comes between", async () => {
    expect((await schedule({ proof_wait_minutes: 21, until: at(HOUR_MS / 2) })).error?.fields).toEqual({ until: "too_small" });
    expect((await schedule({ proof_wait_minutes: 21, until: at(400 * 24 * HOUR_MS) })).error?.fields).toEqual({ until: "too_large" });
    const between = await kept({ proof_wait_minutes: 25 }, 2 * HOUR_MS);
    expect((await schedule({ proof_wait_minutes: 21, until: at(3 * HOUR_MS) })).error).toMatchObject({
      fields: { until: "not_allowed" },
      details: { keys: ["proof_wait_minutes"] },
    });
    expect((await cancel(between)).status).toBe(200);
    // Inside a change that will end nothing else is set for the same settings: the end would find another value.
    const outer = await kept({ proof_wait_minutes: 21, until: at(3 * HOUR_MS) });
    expect((await schedule({ proof_wait_minutes: 25, late_match_hours: 30 }, 2 * HOUR_MS)).error).toMatchObject({
      fields: { at: "not_allowed" },
      details: { keys: ["proof_wait_minutes"], until: outer.until },
    });
    expect((await cancel(await kept({ late_match_hours: 30 }, 2 * HOUR_MS))).status).toBe(200);
    expect((await cancel(await kept({ proof_wait_minutes: 25 }, 4 * HOUR_MS))).status).toBe(200);
    expect((await cancel(outer)).status).toBe(200);
    // A lower bound that waits for in between was made over a raise that is taken away since: it leaves no room for the former upper one.
    const high = Number(await value("bkash_max_amount"));
    const above = (more: number): string => `${high + more}.00`;
    const raise = await kept({ bkash_max_amount: above(20_000) }, HOUR_MS);
    const low = await kept({ bkash_min_amount: above(10_000) }, 2.5 * HOUR_MS);
    const room = await kept({ bkash_max_amount: above(30_000), until: at(3 * HOUR_MS) }, 2 * HOUR_MS);
    expect((await cancel(room)).status).toBe(200);
    expect((await cancel(raise)).status).toBe(200);
    const without = await kept({ bkash_max_amount: above(30_000) }, 2 * HOUR_MS);
    expect((await cancel(without)).status).toBe(200);
    expect((await schedule({ bkash_max_amount: above(30_000), until: at(3 * HOUR_MS) }, 2 * HOUR_MS)).error).toMatchObject({
      code: "validation_failed",
      fields: { until: "not_allowed" },
    });
    expect((await cancel(low)).status).toBe(200);
  });

  it("waits for a second approval that sees the end, and carries out both", async () => {
    const before = await value("default_payment_fee");
    const until = at(3 * HOUR_MS);
    const asked = await schedule({ ...fee(210), until });
    expect(asked.status).toBe(202);
    expect(asked.data.approval.after).toMatchObject({ until });
    expect((await approve(asked.data.approval, second)).status).toBe(200);
    const { items } = await product.good<{ items: ConfigScheduleItem[] }>("GET", "/api/config/schedules", boss.token);
    const main = items.find(({ status, until: end }) => status === "waiting" && end !== null);
    expect(main).toMatchObject({ checker: second.account });
    expect(await endOf(main?.id ?? 0)).toMatchObject({ checker: second.account });
    await applyDue(later(2 * HOUR_MS));
    expect(await value("default_payment_fee")).toMatchObject({ rate_bps: 210 });
    await applyDue(later(4 * HOUR_MS));
    expect(await value("default_payment_fee")).toEqual(before);
  });

  it("goes with its end: taken away, held, and brought back together; the end alone may be taken away", async () => {
    const item = await kept({ proof_wait_minutes: 26, until: at(3 * HOUR_MS) });
    const gone = await cancel(item);
    expect(gone.status).toBe(200);
    expect(await endOf(item.id)).toMatchObject({ status: "cancelled" });
    for (const by of [cast.auditor, cast.finance, cast.operator]) expect((await restore(gone.data, by)).error?.code).toBe("forbidden");
    expect((await restore(item)).error?.code).toBe("conflict");
    const back = await restore(gone.data);
    expect(back.data).toMatchObject({ status: "waiting", until: item.until, maker: boss.account });
    expect((await restore(back.data)).error?.code).toBe("wrong_state");
    // Held by a change by hand: one line in the queue, and the end has nothing to end.
    await set({ proof_wait_minutes: 27 });
    expect(await plan(item.id)).toMatchObject({ status: "held", until: null, would_end: item.until });
    expect(await endOf(item.id)).toMatchObject({ status: "cancelled" });
    const held = await plan(item.id);
    if (!held) throw new Error("gone");
    const dismissed = await cancel(held);
    expect(await exceptions()).toBe(0);
    expect((await restore(dismissed.data)).data).toMatchObject({ status: "held", problem: { code: "changed" } });
    expect(await exceptions()).toBe(1);
    expect((await cancel({ id: item.id, version: dismissed.data.version + 1 })).status).toBe(200);
    const stays = await kept({ proof_wait_minutes: 28, until: at(3 * HOUR_MS) });
    const end = await endOf(stays.id);
    if (end) expect((await cancel(end)).status).toBe(200);
    expect((await plan(stays.id))?.until).toBeNull();
    await applyDue(later(4 * HOUR_MS));
    expect(await value("proof_wait_minutes")).toBe(28);
  });

  it("is brought back only while nothing has moved under it, and not for long", async () => {
    const item = await kept({ proof_wait_minutes: 31 });
    const gone = await cancel(item);
    await set({ proof_wait_minutes: 32 });
    expect((await restore(gone.data)).error?.code).toBe("conflict");
    await set({ proof_wait_minutes: 28 });
    await product.product.app.db.run("update config_schedules set ended_at = ended_at - interval '11 minutes' where id = $1", [item.id]);
    expect((await restore(gone.data)).error?.code).toBe("wrong_state");
    // Whoever stopped it alone brings it back, not the one whose change it was.
    const stopped = await cancel(await kept({ proof_wait_minutes: 33 }), second);
    expect((await restore(stopped.data)).error?.code).toBe("forbidden");
    expect((await restore(stopped.data, second)).status).toBe(200);
    expect((await cancel({ id: stopped.data.id, version: stopped.data.version + 1 })).status).toBe(200);
    const cold = await unproved();
    const byCold = await cancel(await kept({ one_person: true }), cold);
    expect((await restore(byCold.data, cold)).error?.code).toBe("recheck_required");
    const guarded = await cancel(await kept({ one_person: true }));
    expect((await restore(guarded.data)).status).toBe(200);
    expect((await cancel({ id: guarded.data.id, version: guarded.data.version + 1 })).status).toBe(200);
  });

  it("ends though it would have to be approved by now, and though its checker is gone", async () => {
    const before = await value("default_payment_fee");
    await set({ second_person_fees: false });
    const alone = await schedule({ ...fee(220), until: at(3 * HOUR_MS) });
    expect(alone.status, alone.text).toBe(200);
    await applyDue(later(2 * HOUR_MS));
    await set({ second_person_fees: true });
    expect(await value("default_payment_fee")).toMatchObject({ rate_bps: 220 });
    await applyDue(later(4 * HOUR_MS));
    expect(await endOf(alone.data.id)).toMatchObject({ status: "applied" });
    expect(await value("default_payment_fee")).toEqual(before);
    const checker = await person(product, "admin");
    const asked = await schedule({ ...fee(230), until: at(3 * HOUR_MS) });
    expect((await approve(asked.data.approval, checker)).status).toBe(200);
    await applyDue(later(2 * HOUR_MS));
    expect(await value("default_payment_fee")).toMatchObject({ rate_bps: 230 });
    await app().db.run("update users set enabled = false where account = $1", [checker.account]);
    await applyDue(later(4 * HOUR_MS));
    expect(await value("default_payment_fee")).toEqual(before);
  });

  it("is left as a whole where one of its settings was changed meanwhile", async () => {
    const was = [await value("proof_wait_minutes"), await value("late_match_hours")];
    const item = await kept({ proof_wait_minutes: 22, late_match_hours: 20, until: at(3 * HOUR_MS) });
    await applyDue(later(2 * HOUR_MS));
    await set({ proof_wait_minutes: 23 });
    const end = await endOf(item.id);
    expect(end).toMatchObject({ status: "held", problem: { code: "changed", keys: ["proof_wait_minutes"] } });
    await applyDue(later(4 * HOUR_MS));
    expect([await value("proof_wait_minutes"), await value("late_match_hours")]).toEqual([23, 20]);
    if (end) expect((await cancel(end)).status).toBe(200);
    await set({ proof_wait_minutes: was[0], late_match_hours: was[1] });
  });
});

describe("putting back", () => {
  const preview = (to: number, by = cast.auditor) =>
    product.call<{ version: number; changes: { key: string; before: unknown; after: unknown }[]; refused: Record<string, string> }>(
      "GET",
      `/api/config/restore?to=${to}`,
      by.token,
    );
  const restore = async (to: number, more: Record<string, unknown> = {}, by = boss) =>
    product.call<ConfigOut & { approval: ApprovalRow }>("POST", "/api/config/restore", by.token, { version: (await read()).version, to, ...more });

  it("shows what would change, puts back one setting or all, and says which version in history and trail", async () => {
    const { version: to } = await read();
    await set({ chain_wait_minutes: 5, early_match_minutes: 45 });
    await set({ chain_wait_minutes: 6, proof_wait_minutes: 17 });
    const seen = (await preview(to)).data;
    expect(seen.changes.map(({ key, after }) => [key, after]).sort()).toEqual([
      ["chain_wait_minutes", 3],
      ["early_match_minutes", 60],
      ["proof_wait_minutes", 15],
    ]);
    expect((await restore(to, { keys: ["early_match_minutes"], reason: "too short" })).status).toBe(200);
    expect([await value("chain_wait_minutes"), await value("early_match_minutes")]).toEqual([6, 60]);
    expect((await history())[0]).toMatchObject({ restored: to, reason: "too short", changes: [{ key: "early_match_minutes", before: 45, after: 60 }] });
    expect((await restore(to + 1, { keys: ["chain_wait_minutes"] })).status).toBe(200);
    expect(await value("chain_wait_minutes")).toBe(5);
    expect((await restore(to)).status).toBe(200);
    expect([await value("chain_wait_minutes"), await value("proof_wait_minutes")]).toEqual([3, 15]);
    expect((await preview(to)).data.changes).toEqual([]);
    const trail = await app().db.one<{ action: string; after: unknown }>(
      "select action, after from audit where object_type = 'config' order by id desc limit 1",
    );
    expect(trail).toMatchObject({ action: "config.restore", after: { chain_wait_minutes: 3 } });
  });

  it("is refused to who may only see, under an old version, of what is not allowed any more, and without a fresh proof", async () => {
    const { version: to } = await read();
    await set({ bkash_min_amount: "5.00" });
    await set({ bkash_max_amount: "40000.00", nagad_min_amount: "2.00", manual_complete_threshold: "20000.00" });
    for (const by of [cast.auditor, cast.finance]) expect((await restore(to, {}, by)).error?.code).toBe("forbidden");
    expect((await preview(to, cast.operator)).error?.code).toBe("forbidden");
    expect((await restore((await read()).version)).error?.fields).toEqual({ to: "too_large" });
    expect((await restore(to, { keys: ["no_such_key"] })).error?.fields).toEqual({ keys: "not_allowed" });
    expect((await product.call("POST", "/api/config/restore", boss.token, { version: to, to: to - 1 })).error?.code).toBe("conflict");
    // A list of addresses that was set before its person moved away.
    await app().db.run(
      `insert into config_history (version, changes) select version + 1, '[{"key": "staff_ip_allowlist", "before": ["203.0.113.9"], "after": []}]' from config`,
    );
    await app().db.run("update config set version = version + 1");
    expect((await preview(to)).data.refused).toEqual({ staff_ip_allowlist: "not_allowed" });
    expect((await restore(to)).error?.fields).toEqual({ staff_ip_allowlist: "not_allowed" });
    const cold = await unproved();
    expect((await restore(to, { keys: ["manual_complete_threshold"] }, cold)).error?.code).toBe("recheck_required");
    expect((await restore(to, { keys: ["nagad_min_amount"] }, cold)).status).toBe(200);
    expect((await restore(to, { keys: ["bkash_min_amount", "bkash_max_amount", "manual_complete_threshold"] })).status).toBe(200);
  });

  it("waits for a second approval as the change by hand does", async () => {
    const { version: to } = await read();
    const asked = await patch(fee(200));
    expect((await approve(asked.data.approval, second)).data.status).toBe("approved");
    const back = await restore(to, { reason: "wrong" });
    expect([back.status, await value("default_payment_fee")]).toMatchObject([202, { rate_bps: 200 }]);
    expect((await approve(back.data.approval, boss)).error?.code).toBe("same_person");
    expect((await approve(back.data.approval, second)).data.status).toBe("approved");
    expect(await value("default_payment_fee")).toMatchObject({ rate_bps: 130 });
    expect((await history())[0]).toMatchObject({ restored: to, reason: "wrong", account: boss.account, checker: second.account });
  });
});
