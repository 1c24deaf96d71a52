/** Reconciliation, import of statements and day close: every difference explained, nothing half imported, closed days locked. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Reconciliation, ReconciliationDay, ReconciliationRow, StatementImportOut } from "../../../contract/reconciliation.schema.ts";
import { addDays, businessDay, type Day } from "../../../contract/time.ts";
import { book, insert, smsRow } from "../../../../test/support/parts/lists.ts";
import { daysLab, type DaysLab } from "../../../../test/support/parts/days.ts";
import { times } from "../../../../test/support/parts/effort.ts";

let lab: DaysLab;
beforeAll(async () => {
  lab = await daysLab();
});
afterAll(() => lab.close());

const minor = (text: string): bigint => BigInt(text.replace(".", ""));
const detail = async (walletId: string, day: string): Promise<ReconciliationDay> => {
  const answer = await lab.get(`/api/reconciliation/${walletId}/${day}`, lab.token("finance"));
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as ReconciliationDay; // enforced by the route
};
const close = (walletId: string, day: string, body: object, token = lab.token("finance")) =>
  lab.post(`/api/reconciliation/${walletId}/${day}/close`, token, body);
const bring = (walletId: string, text: string, more: object = {}) =>
  lab.post(`/api/reconciliation/${walletId}/import`, lab.token("finance"), { file_name: "bkash.csv", text, clock: "business", ...more });
const adjust = (walletId: bigint, amount: bigint): Promise<void> =>
  book(lab, { type: "manual", id: 2n }, [
    { kind: "wallet", owner: walletId, operator: "bkash", change: amount, entry: "wallet_credit" },
    { kind: "adjustments", owner: 0n, change: -amount, entry: "wallet_credit" },
  ]);

describe("reconciliation", () => {
  it("refuses callers without session or permission, unknown wallets and days that are none", async () => {
    const { publicId } = await lab.wallet();
    const day = lab.day(1);
    expect((await lab.get("/api/reconciliation", null)).status).toBe(401);
    for (const type of ["operator", "merchant_admin"] as const)
      expect((await lab.get("/api/reconciliation", lab.token(type, type === "operator" ? null : lab.merchantId))).status).toBe(403);
    expect((await lab.get(`/api/reconciliation/${publicId}/2026-02-31`, lab.token("admin"))).status).toBe(422);
    expect((await lab.get(`/api/reconciliation/W000000AAAAAAAA/${day}`, lab.token("admin"))).status).toBe(404);
    expect((await close(publicId, day, { real_balance: "0.00" }, lab.token("admin"))).status).toBe(403);
    expect((await close(publicId, day, { real_balance: "0.00" }, lab.token("auditor"))).status).toBe(403);
    expect((await lab.post(`/api/reconciliation/${publicId}/import`, lab.token("auditor"), { file_name: "a", text: "x" })).status).toBe(403);
    for (const bad of [{}, { real_balance: "-1.00" }, { real_balance: 1 }, { real_balance: "1.00", more: 1 }])
      expect((await close(publicId, day, bad)).status).toBe(422);
  });

  it("opens each difference into what is behind it, and the groups come to the day's differences", async () => {
    const day = lab.day(3);
    const { id, publicId } = await lab.during(addDays(day, -1), "01:00:00", () => lab.wallet());
    // Its message came before midnight, its money after.
    const early = await lab.during(addDays(day, -1), "23:59:59", async () => {
      const row = smsRow(lab, id, { amount: 7_000n, trx_id: "EARLY", trx_key: "EARLY", match_status: "matched" });
      await insert(lab.owner, "sms", [row]);
      return row["id"] as bigint;
    });
    const made = await lab.during(day, "00:00:01", async () => {
      const matched = await lab.paid(id, 10_000n, 100n);
      const other = await lab.paid(id, 4_000n, 40n, { smsAmount: 4_100n });
      const byHand = await lab.paid(id, 3_000n, 30n, { message: false });
      const late = await lab.paid(id, 7_000n, 70n, { message: false });
      await lab.owner.run("update trx_used set sms_id = $2 where object_id = $1", [late.payment, early]);
      await lab.owner.run("update sms set payment_id = $2 where id = $1", [early, late.payment]);
      await insert(lab.owner, "sms", [smsRow(lab, id, { amount: 900n, trx_id: "STRAY", trx_key: "STRAY" })]);
      return { matched, other, byHand, late };
    });
    const found = await detail(publicId, day);
    const group = (name: string) => found.groups.find((one) => one.group === name);
    expect(group("matched")?.items.map((pair) => pair.trx_id)).toEqual([made.matched.trx]);
    expect(group("amount_differs")).toMatchObject({ count: 1, payment_difference: "1.00" });
    expect(group("only_order")?.items[0]).toMatchObject({ trx_id: made.byHand.trx, message: null, order: { type: "payment", amount: "30.00" } });
    expect(group("only_message")?.items[0]).toMatchObject({ trx_id: "STRAY", order: null });
    expect(group("other_day")?.items[0]?.order?.id).toBe(lab.app.publicIds.encode("payment", made.late.payment));
    expect(group("other_day")?.items[0]?.elsewhere).toEqual({ side: "message", date: addDays(day, -1) });
    expect(found.groups.flatMap(({ statement_payment_difference: of }) => of ?? [])).toEqual([]);
    const sum = found.groups.reduce((total, one) => total + minor(one.payment_difference), 0n);
    expect(sum).toBe(minor(found.day.payment_difference));
    expect(sum).toBe(minor(found.day.api.payment) - minor(found.day.system.payment));
    expect(found.flows).toEqual([{ flow: "payment", credit: "240.00", debit: "0.00", count: 4 }]);
    const before = (await detail(publicId, addDays(day, -1))).groups.find((one) => one.group === "other_day");
    expect([before?.count, before?.items[0]?.elsewhere]).toEqual([1, { side: "order", date: day }]);
    const list = (await lab.get(`/api/reconciliation?from=${day}&to=${day}&wallet_id=${publicId}`, lab.token("auditor"))).body.data as Reconciliation;
    expect(list.items[0]).toEqual({ ...found.day, actions: [] });
    expect(list.sums).toMatchObject({ payment_difference: found.day.payment_difference, open_days: 1, differing_days: 1, statement: null });
  });

  it("takes the operator's own answer for a message on an official wallet, and only there", async () => {
    const day = lab.day(2);
    const { id, publicId } = await lab.during(addDays(day, -1), "01:00:00", () => lab.wallet());
    const { payment } = await lab.during(day, "03:00:00", () => lab.paid(id, 5_000n, 50n, { message: false }));
    await insert(lab.owner, "order_events", [
      { id: lab.app.ids.next(), object_type: "payment", object_id: payment, kind: "official_confirmed", actor_type: "system", data: {} },
    ]);
    expect((await detail(publicId, day)).day).toMatchObject({ payment_difference: "-50.00", api: { payment: "0.00", payment_count: 0 } });
    await lab.owner.run("update wallets set api_type = 'official' where id = $1", [id]);
    const found = await detail(publicId, day);
    expect(found.day).toMatchObject({ payment_difference: "0.00", api: { payment: "50.00", payment_count: 1 } });
    expect(found.groups.find((group) => group.group === "matched")?.items[0]?.order?.answered).toBe(true);
  });
});

describe("statement import", () => {
  const rows = (trx: string, day: string): string =>
    `\uFEFFAccount statement;;;\nTransaction ID;Date;Credit;Debit\n${trx};${day} 12:00;"1,00,100.50";\nB${trx};${day} 12:30;;20.00\n`;

  it("takes a file as a third column, once however often it is sent, and says first what it would do", async () => {
    const day = lab.day(2);
    const { id, publicId } = await lab.during(day, "00:00:00", () => lab.wallet());
    const { trx } = await lab.during(day, "11:00:00", () => lab.paid(id, 10_010_050n, 50n));
    await lab.during(day, "13:00:00", () => lab.paid(id, 500n, 5n));
    const text = rows(trx, day);
    const tried = (await bring(publicId, text, { dry_run: true })).body.data as StatementImportOut;
    expect(tried).toMatchObject({
      dry_run: true,
      imported: false,
      lines: 2,
      fresh: 2,
      known: 0,
      errors: [],
      columns: { trx_id: "Transaction ID", time: "Date", credit: "Credit", debit: "Debit" },
    });
    expect(tried.days).toEqual([{ date: day, credit: "100100.50", debit: "20.00", count: 2 }]);
    expect((await detail(publicId, day)).day.statement).toBeNull();
    const twenty = await Promise.all(Array.from({ length: times(6, 20) }, () => bring(publicId, text)));
    expect(twenty.map((answer) => answer.status)).toEqual(twenty.map(() => 200));
    expect(twenty.filter((answer) => (answer.body.data as StatementImportOut).fresh === 2)).toHaveLength(1);
    const found = await detail(publicId, day);
    expect(found.day).toMatchObject({
      statement: { payment: "100100.50", disburse: "20.00" },
      statement_payment_difference: "-5.00",
      statement_disburse_difference: "20.00",
    });
    expect(found.imports).toHaveLength(1);
    const count = (name: string): number | undefined => found.groups.find((one) => one.group === name)?.count;
    expect([count("matched"), count("not_on_statement"), count("only_statement")]).toEqual([1, 1, 1]);
    const added = (name: string) => {
      const group = found.groups.find((one) => one.group === name);
      return [group?.statement_payment_difference, group?.statement_disburse_difference];
    };
    expect([added("matched"), added("not_on_statement"), added("only_statement")]).toEqual([
      ["0.00", "0.00"],
      ["-5.00", "0.00"],
      ["0.00", "20.00"],
    ]);
  });

  it("counts the messages of a day that nothing explains, as many as the list of messages shows behind the number", async () => {
    const [eve, day] = [lab.day(3), lab.day(2)];
    const { id, publicId } = await lab.during(eve, "00:00:00", () => lab.wallet());
    const bring = (on: Day, time: string, statuses: readonly string[]): Promise<void> =>
      lab.during(on, time, () =>
        insert(
          lab.owner,
          "sms",
          statuses.map((match_status) => smsRow(lab, id, { match_status })),
        ),
      );
    await bring(eve, "23:59:59", ["unmatched"]);
    await bring(day, "00:00:00", ["unmatched", "review", "matched", "ignored"]);
    await bring(day, "23:59:59", ["unmatched", "suspicious"]);
    await bring(lab.day(1), "00:00:00", ["unmatched"]);
    const { day: row } = await detail(publicId, day);
    expect([row.unmatched, row.in_review]).toEqual([2, 1]);
    const listed = async (status: string): Promise<number> => {
      const answer = await lab.get(`/api/sms?wallet_id=${publicId}&from=${day}&to=${day}&status=${status}`, lab.token("finance"));
      return (answer.body.data as { items: unknown[] }).items.length; // enforced by the route
    };
    expect([await listed("unmatched"), await listed("review")]).toEqual([2, 1]);
    const range = (await lab.get(`/api/reconciliation?from=${eve}&to=${day}&wallet_id=${publicId}`, lab.token("finance"))).body.data as Reconciliation;
    expect(range.items.map((one) => [one.unmatched, one.in_review])).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  it("knows a line whose order stands on another day: the operator's evening is Shanghai's next morning, and some files have no clock", async () => {
    const [eve, day] = [lab.day(3), lab.day(2)];
    const { id, publicId } = await lab.during(eve, "00:00:00", () => lab.wallet());
    const { trx } = await lab.during(day, "00:30:00", () => lab.paid(id, 700n, 5n));
    expect((await bring(publicId, `TrxID,Date,Amount\n${trx},${eve},7.00\nUNKNOWN1,${eve},1.00\n`)).status).toBe(200);
    const counts = async (of: Day): Promise<string[]> =>
      (await detail(publicId, of)).groups.filter((one) => one.count > 0).map((one) => `${one.group} ${one.count}`);
    expect([await counts(eve), await counts(day)]).toEqual([["only_statement 1", "other_day 1"], ["other_day 1"]]);
    const elsewhere = async (of: Day) => (await detail(publicId, of)).groups.flatMap(({ items }) => items.flatMap((pair) => pair.elsewhere ?? []));
    expect([await elsewhere(eve), await elsewhere(day)]).toEqual([[{ side: "order", date: day }], [{ side: "statement", date: eve }]]);
    // What the groups add up to is the day's difference to the statement.
    const { day: row, groups } = await detail(publicId, eve);
    expect(groups.reduce((total, one) => total + minor(one.statement_payment_difference ?? ""), 0n)).toBe(minor(row.statement_payment_difference ?? ""));
  });

  it("imports a file with its opening balance and totals, and says that it skipped them", async () => {
    const day = lab.day(2);
    const { publicId } = await lab.wallet();
    const text = `TrxID,Time,Type,Credit,Debit,Balance\n,${day},Opening Balance,,,100.00\nB1,${day} 10:00,Cash In,100.00,,200.00\nTotal,,,100.00,0.00,\n,${day},Closing Balance,,,200.00\n`;
    for (const dry_run of [true, false]) {
      const told = await bring(publicId, text, { dry_run });
      expect([told.status, told.body.data]).toMatchObject([200, { lines: 1, skipped: 3, error_count: 0, imported: !dry_run }]);
    }
  });

  it("gives lines that were imported with a wrong clock the times of the same file, where that is asked for", async () => {
    const [eve, day] = [lab.day(3), lab.day(2)];
    const { id, publicId } = await lab.during(eve, "00:00:00", () => lab.wallet());
    const { trx } = await lab.during(day, "00:30:00", () => lab.paid(id, 700n, 5n));
    const other = await lab.during(eve, "12:00:00", () => lab.paid(id, 800n, 5n));
    // On Dhaka's clock it was 22:30 of the day before.
    const text = `TrxID,Time,Amount\n${trx},${eve} 22:30,7.00\n${other.trx},${eve} 10:00,8.00\n`;
    const counts = async (of: Day): Promise<string[]> =>
      (await detail(publicId, of)).groups.filter((one) => one.count > 0).map((one) => `${one.group} ${one.count}`);
    const times = async (): Promise<string[]> =>
      (await lab.owner.rows<{ at: Date }>("select at from statement_lines where wallet_id = $1 order by at", [id])).map((row) => row.at.toISOString());
    const east = (hour: string, offset: number): string => new Date(Date.parse(`${eve}T${hour}:00Z`) - offset * 3_600_000).toISOString();

    expect((await bring(publicId, text)).status).toBe(200);
    expect([await counts(eve), await counts(day)]).toEqual([["matched 1", "other_day 1"], ["other_day 1"]]);
    // The right clock alone changes nothing: a person is told of it, and says so.
    for (const more of [{ dry_run: true }, {}, { dry_run: true, retime: true }]) {
      const told = await bring(publicId, text, { clock: "operator", ...more });
      expect([told.status, told.body.data]).toMatchObject([200, { fresh: 0, known: 2, retimed: 2, error_count: 0 }]);
      expect(await times()).toEqual([east("10:00", 8), east("22:30", 8)]);
    }
    const twice = await Promise.all([1, 2].map(() => bring(publicId, text, { clock: "operator", retime: true })));
    expect(twice.map((answer) => (answer.body.data as StatementImportOut).retimed).sort()).toEqual([0, 2]);
    expect(await times()).toEqual([east("10:00", 6), east("22:30", 6)]);
    expect([await counts(eve), await counts(day)]).toEqual([["matched 1"], ["matched 1"]]);
    // The import with the wrong clock covers no day any more.
    expect((await detail(publicId, day)).imports).toHaveLength(1);
    expect((await detail(publicId, eve)).imports).toMatchObject([{ lines: 2 }]);
    const audits = await lab.owner.rows<{ after: object }>("select after from audit where object_id = $1 and action = 'reconciliation.import' order by id", [
      publicId,
    ]);
    expect(audits.map((row) => row.after)).toMatchObject([{ lines: 2 }, { lines: 2, retimed: 2 }]);
  });

  it("keeps a line whose other lines got another time, and lets nobody change its money", async () => {
    const day = lab.day(2);
    const { id, publicId } = await lab.during(day, "00:00:00", () => lab.wallet());
    expect((await bring(publicId, `TrxID,Time,Amount\nP1,${day} 10:00,7.00\nP2,${day} 11:00,8.00\n`)).status).toBe(200);
    expect((await bring(publicId, `TrxID,Time,Amount\nP2,${day} 12:00,8.00\nP3,${day} 12:00,-9.00\n`, { retime: true })).body.data).toMatchObject({
      fresh: 1,
      retimed: 1,
      imported: true,
    });
    expect((await detail(publicId, day)).imports).toMatchObject([{ lines: 2 }, { lines: 2 }]);
    expect((await bring(publicId, `TrxID,Time,Amount\nP1,${day} 12:00,7.01\n`, { retime: true })).status).toBe(422);
    await expect(lab.app.db.run("update statement_lines set amount = 1 where wallet_id = $1", [id])).rejects.toThrow(/permission denied/);
  });

  it("keeps the days of an import whose own lines have another time in a file of fewer days", async () => {
    const [eve, day] = [lab.day(3), lab.day(2)];
    const { id, publicId } = await lab.during(eve, "00:00:00", () => lab.wallet());
    await lab.during(eve, "12:00:00", () => lab.paid(id, 700n, 5n));
    const line = (of: Day, clock: string, trx: string): string => `${trx},${of} ${clock},8.00\n`;
    const file = (...lines: string[]): string => `TrxID,Time,Amount\n${lines.join("")}`;
    expect((await bring(publicId, file(line(lab.day(4), "10:00", "Q1")))).status).toBe(200);
    // It has the first one, too, and nothing on the day between them.
    expect((await bring(publicId, file(line(lab.day(4), "10:00", "Q1"), line(day, "10:00", "Q2")))).body.data).toMatchObject({ fresh: 1, known: 1 });
    const absent = async () => (await detail(publicId, eve)).groups.find((one) => one.group === "not_on_statement")?.count;
    expect(await absent()).toBe(1);
    expect((await bring(publicId, file(line(day, "10:01", "Q2")), { retime: true })).body.data).toMatchObject({ retimed: 1, imported: true });
    expect(await absent()).toBe(1);
  });

  it("stores a commission with its movement, and nothing of a file with a status that nobody knows", async () => {
    const day = lab.day(2);
    const { id, publicId } = await lab.wallet();
    const head = "TrxID,Time,Type,Credit,Debit,Status";
    const agent = `${head}\nC1,${day} 10:00,Cash Out,500.00,,Completed\nC1,${day} 10:00,Commission,2.05,,Completed\nC2,${day} 10:00,Cash Out,5.00,,Failed\n`;
    const refused = await bring(publicId, `${agent}C3,${day} 10:00,Cash Out,1.00,,Paused\n`);
    expect([refused.status, refused.body.error]).toMatchObject([
      422,
      {
        code: "statement_refused",
        details: { report: { error_count: 1, errors: [{ row: 5, column: "Status", code: "unknown_status", value: "Paused" }] } },
      },
    ]);
    const stored = (): Promise<unknown> => lab.owner.rows("select trx_id, amount, fee from statement_lines where wallet_id = $1", [id]);
    expect(await stored()).toEqual([]);
    expect((await bring(publicId, agent)).body.data).toMatchObject({ lines: 1, fee_rows: 1, not_done: 1, imported: true });
    expect(await stored()).toEqual([{ trx_id: "C1", amount: 50_000n, fee: -205n }]);
  });

  it("names row and column of what it cannot read, and stores nothing of such a file", async () => {
    const day = lab.day(2);
    const { id, publicId } = await lab.wallet();
    const bad = `TrxID,Time,Amount,Type\nA1,${day} 10:00,100.00,x\nA2,${day} 25:00,50.00,x\nA3,${day} 10:00,1,250.00,x\n,${day} 10:00,9.00,x\nA5,${day} 10:00,abc,x\nA1,${day} 10:00,101.00,x\nA1,${day} 10:00,100.00,x\n`;
    const tried = (await bring(publicId, bad, { dry_run: true })).body.data as StatementImportOut;
    expect(tried.errors.map((error) => [error.row, error.column, error.code])).toEqual([
      [3, "Time", "invalid_time"],
      [4, "", "cell_count"],
      [5, "TrxID", "required"],
      [6, "Amount", "invalid_amount"],
      [7, "TrxID", "conflict"],
    ]);
    expect(tried.repeated).toBe(1);
    const refused = await bring(publicId, bad);
    expect([refused.status, refused.body.error?.code]).toEqual([422, "statement_refused"]);
    expect(await lab.owner.one("select count(*)::int as n from statement_lines where wallet_id = $1", [id])).toEqual({ n: 0 });
    expect((await bring(publicId, "a,b\n1,2\n", { dry_run: true })).body.data).toMatchObject({ missing: ["trx_id", "time", "amount"], lines: 0 });
    expect((await bring(publicId, "a,b\n1,2\n")).status).toBe(422);
    expect((await bring(publicId, `no,when,much\nM1,${day} 01:00,5\n`, { columns: { trx_id: "no", time: "when", amount: "much" } })).status).toBe(200);
    for (const dry_run of [true, false]) {
      const lacking = await bring(publicId, `TrxID,Time,Amount\nM2,${day} 01:00,5\n`, { columns: { amount: "Nope", fee: "Amount" }, dry_run });
      expect([lacking.status, lacking.body.error?.fields]).toEqual([422, { "columns.amount": "invalid" }]);
    }
    // The same TrxID with another amount is no repetition.
    const changed = await bring(publicId, `no,when,much\nM1,${day} 01:00,6\n`, { columns: { trx_id: "no", time: "when", amount: "much" }, dry_run: true });
    expect((changed.body.data as StatementImportOut).errors).toMatchObject([{ row: 2, code: "conflict" }]);
  });
});

describe("day close", () => {
  it("closes ended days one after the other, asks for a reason when the balances differ, and locks them", async () => {
    const [first, second, third] = [lab.day(3), lab.day(2), lab.day(1)];
    const { id, publicId } = await lab.during(first, "00:00:00", () => lab.wallet());
    await lab.during(first, "10:00:00", () => adjust(id, 10_000n));
    await lab.during(second, "10:00:00", () => adjust(id, 500n));
    const code = async (...args: Parameters<typeof close>): Promise<unknown> => (await close(...args)).body.error?.code;
    expect(await code(publicId, businessDay(Date.now()), { real_balance: "105.00" })).toBe("day_not_ended");
    expect(await code(publicId, lab.day(9), { real_balance: "0.00" })).toBe("not_found");
    const unexplained = await close(publicId, first, { real_balance: "99.00" });
    expect(unexplained.body.error?.fields).toEqual({ reason: "required" });
    expect(await code(publicId, first, { real_balance: "100.00", estimated_balance: "99.00" })).toBe("conflict");
    expect(await code(publicId, first, { real_balance: "100.00", version: 1 })).toBe("conflict");
    const done = (await close(publicId, first, { real_balance: "99.00", reason: "one taka missing", version: 0, estimated_balance: "100.00" })).body
      .data as ReconciliationRow;
    expect(done).toMatchObject({
      closed: true,
      opening_balance: "0.00",
      estimated_balance: "100.00",
      real_balance: "99.00",
      difference: "-1.00",
      version: 1,
      close: { reason: "one taka missing" },
      actions: ["reopen"],
    });
    expect(await code(publicId, first, { real_balance: "99.00", reason: "again" })).toBe("wrong_state");
    expect(await code(publicId, third, { real_balance: "105.00" })).toBe("close_previous_first");
    // Booked on the closed day after its close: the day stands still, the next one shows it.
    await lab.during(first, "23:59:59", () => adjust(id, 700n));
    expect((await detail(publicId, first)).day).toMatchObject({ estimated_balance: "100.00", difference: "-1.00" });
    expect((await detail(publicId, first)).flows).toEqual([{ flow: "manual", credit: "100.00", debit: "0.00", count: 1 }]);
    expect((await detail(publicId, second)).day).toMatchObject({ opening_balance: "100.00", late: "7.00", estimated_balance: "112.00" });
    expect((await close(publicId, second, { real_balance: "112.00" })).status).toBe(200);
    expect((await detail(publicId, third)).day).toMatchObject({ opening_balance: "112.00", late: "0.00", estimated_balance: "112.00", actions: ["close"] });
    await expect(lab.owner.run("update day_closes set estimated = 1, version = version + 1 where wallet_id = $1 and day = $2", [id, second])).rejects.toThrow();
    await expect(lab.app.db.run("delete from day_closes where wallet_id = $1", [id])).rejects.toThrow(/permission denied/);
    const audits = await lab.owner.rows<{ action: string }>("select action from audit where object_id = $1 order by id", [publicId]);
    expect(audits.map((row) => row.action)).toEqual(["reconciliation.close", "reconciliation.close"]);
  });

  it("is refused where a day has come to differ since it was decided on, though its balance stands", async () => {
    const day = lab.day(1);
    const { id, publicId } = await lab.during(day, "00:00:00", () => lab.wallet());
    await lab.during(day, "10:00:00", () => adjust(id, 10_000n));
    const agreed = { version: 0, estimated_balance: "100.00", real_balance: "100.00" };
    // Somebody imports the operator's statement while another one looks at the day.
    expect((await bring(publicId, `TrxID,Date,Credit,Debit\nEL5E,${day} 12:00,5.00,\n`)).status).toBe(200);
    const late = await close(publicId, day, { ...agreed, differences: {} });
    expect([late.status, late.body.error?.code]).toEqual([409, "conflict"]);
    expect((await close(publicId, day, { ...agreed, differences: { statement_payment_difference: "4.00" } })).body.error?.code).toBe("conflict");
    // Who saw it may close it all the same.
    expect((await close(publicId, day, { ...agreed, differences: { statement_payment_difference: "5.00" } })).status).toBe(200);
  });

  it("lets exactly one of many callers close a day", async () => {
    for (let round = 0; round < times(4, 60); round += 1) {
      const { publicId } = await lab.during(lab.day(2), "00:00:00", () => lab.wallet());
      const answers = await Promise.all(Array.from({ length: times(8, 20) }, () => close(publicId, lab.day(1), { real_balance: "0.00" })));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...answers.slice(1).map(() => 409)]);
    }
  });
});
