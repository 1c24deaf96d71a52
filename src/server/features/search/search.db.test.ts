/** The search box: each kind of thing that people type, whose rows are found, what comes first, and that it ends in time. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SearchResult } from "../../../contract/home.schema.ts";
import { addMerchant, addPayments, addWallet, insert, makeLab, paymentRow, smsRow, type Lab } from "../../../../test/support/parts/lists.ts";
import { testUser } from "../../../../test/support/parts/http.ts";
import type { BoundedReads } from "../../platform/db/bounded.ts";
import { SEARCH_LIMITS } from "../../platform/lists/limits.ts";
import { paymentsReadRoutes } from "../payments/read-routes.ts";
import { smsReadRoutes } from "../sms/read-routes.ts";
import { searchRoutes } from "./routes.ts";
import { search } from "./search.ts";

let lab: Lab;
let a: bigint;
let b: bigint;
let wallet: bigint;
const ids: Record<string, bigint> = {};

/** A payment of a merchant under the name of its order number. */
function order(merchantId: bigint, orderId: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const row = paymentRow(lab, { merchantId, walletId: wallet, orderId }, more);
  ids[orderId] = row["id"] as bigint;
  return row;
}

beforeAll(async () => {
  lab = await makeLab([...searchRoutes, ...paymentsReadRoutes, ...smsReadRoutes]);
  lab.at(Date.now() - 40 * 86_400_000);
  [a, b] = [await addMerchant(lab, "Lotus Mart"), await addMerchant(lab, "Tiger_Shop")];
  wallet = await addWallet(lab, "bKash 01", "01790000001");
  const old = order(a, "OLD-5521", { amount: 77_777, customer: "01655554321" });
  const oldMessage = smsRow(lab, wallet, { text: "Cash In Tk 20.00 from 01655550000 successful.", counterparty: "01655550000", amount: 2000 });
  lab.at(Date.now() - 60_000);
  await addPayments(lab, [
    old,
    order(a, "LOTUS-900171", { status: "completed", amount: 117_033, trx_id: "9KX7AB4TQM", trx_key: "9KX7AB4TQM", customer: "01812340171" }),
    order(b, "TIGER-900171", { status: "completed", amount: 117_033, trx_id: "8ZZ7AB4TQM", trx_key: "8ZZ7AB4TQM", customer: "01812340171" }),
    order(a, "0171", { amount: 5000 }),
    order(a, "0171-9", { amount: 5000 }),
    order(a, "OPEN-1", { status: "pending", amount: 17_100 }),
    order(a, "PAID-LESS", { status: "completed", amount: 90_000, received_amount: 89_950 }),
  ]);
  const texts = { text: "You have received Tk 1,170.33 from 01812340171. Ref Eid gift. TrxID SMS7ENDING", trx_id: "SMS7ENDING", trx_key: "SMS7ENDING" };
  const message = smsRow(lab, wallet, { ...texts, counterparty: "01812340171", amount: 117_033 });
  ids["message"] = message["id"] as bigint;
  await insert(lab.owner, "sms", [oldMessage, message]);
  await lab.owner.run(
    "insert into users (id, account, email, password_hash, user_type, merchant_id) values ($1, 'tiger.boss', 'boss@tiger.example', 'x', 'merchant_admin', $2)",
    [lab.app.ids.next(), b],
  );
  await insert(lab.owner, "withdrawals", [{ id: lab.app.ids.next(), merchant_id: a, receiving_account: "01799988042", amount: 40_404, submitter: 1n }]);
  const gone = lab.app.ids.next();
  await lab.owner.run(
    "insert into wallets (id, name, operator, wallet_type, api_type, account, deleted_at, enabled) values ($1, 'bKash 01 old', 'bkash', 'personal', 'manual', '01790000009', now(), false)",
    [gone],
  );
  ids["job"] = lab.app.ids.next();
  await insert(lab.owner, "users", [{ id: 1n, account: "bulk.maker", email: "bulk@desk.example", password_hash: "x", user_type: "admin" }]);
  await insert(lab.owner, "bulk_jobs", [
    {
      id: ids["job"],
      act: "disburses.recheck",
      maker: 1n,
      account: "bulk.maker",
      session_id: 1n,
      merchant_id: null,
      item_count: 1,
      unchecked: 1,
      amount: 90_000,
    },
  ]);
  lab.at(Date.now());
});
afterAll(() => lab.close());

const ask = async (q: string, token = lab.token("admin")): Promise<SearchResult> => {
  const answer = await lab.get(`/api/search?q=${encodeURIComponent(q)}`, token);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as SearchResult; // enforced by the route
};
const find = async (q: string, token?: string): Promise<string[]> =>
  (await ask(q, token)).items.map((item) => `${item.match} ${item.type} ${item.type === "sms" ? "sms" : item.title}`);

describe("what is typed", () => {
  it("is met exactly before it is met by its beginning, and that before a tail", async () => {
    expect(await find("0171")).toEqual(["exact payment 0171", "start payment 0171-9", "tail payment TIGER-900171", "tail payment LOTUS-900171"]);
    expect((await find("900171")).slice(0, 2)).toEqual(["tail payment TIGER-900171", "tail payment LOTUS-900171"]);
  });

  it("may be one Chinese character, which is a word, and no other single one", async () => {
    await addMerchant(lab, "东海商行");
    expect([await find("东"), await find("海"), await find("商行")]).toEqual([
      ["start merchant 东海商行"],
      ["part merchant 东海商行"],
      ["part merchant 东海商行"],
    ]);
    expect([await find("o"), await find("7")]).toEqual([[], []]);
  });

  it("may be the tail of a TrxID, of a completed order or of a message", async () => {
    expect(await find("4tqm")).toEqual(["tail payment TIGER-900171", "tail payment LOTUS-900171"]);
    expect(await find("ENDING")).toEqual(["tail sms sms"]);
  });

  it("may be the tail of a phone number, short or long", async () => {
    expect(await find("54321")).toEqual(["tail payment OLD-5521"]);
    expect(await find("55554321")).toEqual(["tail payment OLD-5521"]);
    expect(await find("655-554 321")).toEqual(["tail payment OLD-5521"]);
    expect(await find("0001")).toContain("tail wallet bKash 01");
  });

  it("may be the tail of a public id", async () => {
    const id = lab.app.publicIds.encode("payment", ids["OPEN-1"] ?? 0n);
    expect(await find(id.slice(-6).toLowerCase())).toEqual(["tail payment OPEN-1"]);
    // From four characters on, and all that was typed.
    expect(await find(id.slice(-4))).toContain("tail payment OPEN-1");
    expect(await find((id.at(-5) === "7" ? "8" : "7") + id.slice(-4))).not.toContain("tail payment OPEN-1");
  });

  it("may be an act on many rows, which merchants' people do not see", async () => {
    const id = lab.app.publicIds.encode("bulk", ids["job"] ?? 0n);
    expect(await find(id)).toEqual(["exact bulk disburses.recheck"]);
    expect(await find(id, lab.token("merchant_admin", a))).toEqual([]);
  });

  it.each(["1,170.33", "1170.33", "৳1170.33", "BDT 1,170.33", "১১৭০.৩৩", "1170.33 taka"])("may be the amount %s", async (q) => {
    expect(await find(q)).toEqual(expect.arrayContaining(["amount payment TIGER-900171", "amount payment LOTUS-900171"]));
    expect((await ask(q)).items[0]?.match).toBe("amount");
  });

  it("may be an amount that was received, or one that is still open", async () => {
    expect(await find("899.50")).toEqual(["amount payment PAID-LESS"]);
    expect(await find("৳171")).toEqual(["amount payment OPEN-1"]);
  });

  it("may be a name or a part of it; what is deleted comes last and says so", async () => {
    expect(await find("lotus mart")).toEqual(["exact merchant Lotus Mart"]);
    expect(await find("mart")).toEqual(["part merchant Lotus Mart"]);
    // Of a name with more words between.
    expect(await find("lo  art")).toEqual(["part merchant Lotus Mart"]);
    const wallets = await ask("bkash 01");
    expect(wallets.items.slice(0, 2).map(({ title, deleted }) => [title, deleted])).toEqual([
      ["bKash 01", false],
      ["bKash 01 old", true],
    ]);
    expect(await find("boss@tiger.example")).toEqual(["exact user tiger.boss"]);
  });

  it("may be words of a message, which are shown with what stands around them", async () => {
    const { items } = await ask("eid gift");
    expect(items.map(({ type, match }) => [type, match])).toEqual([["sms", "part"]]);
    expect(items[0]?.detail).toContain("Ref Eid gift.");
  });

  it("is no pattern, and may be nothing at all", async () => {
    for (const nothing of ["%%%", "____", "' or 1=1 --", "🙂🙂🙂", "nobody has this"])
      expect(await ask(nothing), nothing).toEqual({ items: [], unfinished: [] });
  });
});

describe("the search box of a list", () => {
  const rows = async (url: string, q: string, token = lab.token("admin")): Promise<string[]> => {
    const answer = await lab.get(`${url}?${new URLSearchParams({ q })}`, token);
    expect(answer.status, answer.text).toBe(200);
    return (answer.body.data as { items: { merchant_order_id?: string; trx_id: string }[] }).items.map((row) => row.merchant_order_id ?? row.trx_id);
  };

  it("finds tails that an index serves", async () => {
    expect(await rows("/api/payments", "00171")).toEqual(["TIGER-900171", "LOTUS-900171"]);
    expect(await rows("/api/payments", "4tqm", lab.token("merchant_viewer", a))).toEqual(["LOTUS-900171"]);
    expect(await rows("/api/payments", "55554321")).toEqual(["OLD-5521"]);
  });

  it.each(["*", "…", "..."])("finds with %s in front short tails, sums and words", async (mark) => {
    expect(await rows("/api/payments", "54321")).toEqual([]);
    expect(await rows("/api/payments", `${mark}54321`)).toEqual(["OLD-5521"]);
    expect(await rows("/api/payments", `${mark}899.50`)).toEqual(["PAID-LESS"]);
    expect(await rows("/api/payments", `${mark}1,170.33`, lab.token("merchant_viewer", b))).toEqual(["TIGER-900171"]);
    expect(await rows("/api/sms", `${mark} eid gift`)).toEqual(["SMS7ENDING"]);
    expect(await rows("/api/sms", `${mark}340171`, lab.token("auditor"))).toEqual([]);
    expect(await rows("/api/payments", mark)).toEqual([]);
  });
});

describe("whose rows are found", () => {
  const TEXTS = ["900171", "4TQM", "0171", "01812340171", "1,170.33", "eid gift", "tiger", "40171", "01790000001", "bkash 01"];

  it("are a merchant's own, by every way of reading", async () => {
    for (const [own, other, kept] of [
      [a, "Tiger_Shop", "LOTUS"],
      [b, "Lotus Mart", "TIGER"],
    ] as const) {
      for (const q of TEXTS) {
        const answer = await lab.get(`/api/search?q=${encodeURIComponent(q)}`, lab.token("merchant_admin", own));
        const { items } = answer.body.data as SearchResult;
        expect(answer.text, q).not.toContain(kept === "LOTUS" ? "TIGER-" : "LOTUS-");
        expect(answer.text, q).not.toContain(other);
        expect(
          items.filter(({ type }) => !["payment", "user"].includes(type)),
          q,
        ).toEqual([]);
      }
      expect(await find("4tqm", lab.token("merchant_admin", own))).toEqual([`tail payment ${kept}-900171`]);
      expect(await find("1,170.33", lab.token("merchant_viewer", own))).toEqual([`amount payment ${kept}-900171`]);
      expect(await find("40171", lab.token("merchant_viewer", own))).toEqual([`tail payment ${kept}-900171`]);
    }
    for (const q of TEXTS) expect(await find(q, lab.token("merchant_admin", null)), q).toEqual([]);
  });

  it("are found by what the viewer may read of phone numbers", async () => {
    const auditor = lab.token("auditor");
    expect(await find("40171")).toContain("tail payment LOTUS-900171");
    // 018****0171 is all that is shown.
    for (const q of ["40171", "340171", "2340171", "01812", "0181234"]) {
      const { items } = await ask(q, auditor);
      expect(
        items.filter(({ type }) => type === "payment" || type === "sms"),
        q,
      ).toEqual([]);
    }
    const { items } = await ask("received tk 1,170.33", auditor);
    expect(items.map(({ type }) => type)).toEqual(["sms"]);
    expect(JSON.stringify(items)).not.toContain("01812340171");
    // A whole number may be looked up.
    expect((await ask("01812340171", auditor)).items.filter(({ type }) => type === "payment")).toHaveLength(2);
  });
});

describe("where a withdrawal goes", () => {
  it("is found and shown as the viewer may read it", async () => {
    const auditor = lab.token("auditor");
    expect(await find("99988")).toEqual(["part withdrawal 01799988042"]);
    // 017****8042 is all that is shown.
    for (const q of ["99988", "0179998", "01799988042"]) expect(await find(q, auditor), q).toEqual([]);
    expect(await find("8042", auditor)).toEqual(["part withdrawal 017****8042"]);
  });
});

describe("the time that it takes", () => {
  it("is bounded: what could not be looked through is named, with how far back it came", async () => {
    // Every statement costs 20 ms of a clock of its own; the budget is 85.
    let now = 0;
    const clock = (): number => now;
    const slow = {
      use: (work) =>
        lab.app.db.bounded.use((read) =>
          work(async (statement, limitMs) => {
            now += 20;
            expect(limitMs).toBeLessThanOrEqual(90);
            return read(statement, 5000);
          }),
        ),
    } satisfies Pick<BoundedReads, "use">;
    const db = Object.create(lab.app.db, { bounded: { value: slow } }) as typeof lab.app.db;
    const found = await search({ ...lab.app, db }, testUser("admin"), "no such words", { ...SEARCH_LIMITS, budgetMs: 85, windowMs: 10, clock });
    if (!("items" in found)) throw new Error("refused");
    expect(found.items).toEqual([]);
    expect(found.unfinished.map(({ type }) => type)).toContain("sms");
    expect(found.unfinished.find(({ type }) => type === "sms")?.searched_back_to).toMatch(/^\d{4}-/);
  });

  it("says that what was found could not be read any more", async () => {
    const late: Pick<BoundedReads, "use"> = {
      use: (work) =>
        lab.app.db.bounded.use((read) =>
          work(async (statement, limitMs) => (/t\.merchant_order_id as title/.test(statement.text) ? null : read(statement, limitMs))),
        ),
    };
    const db = Object.create(lab.app.db, { bounded: { value: late } }) as typeof lab.app.db;
    const found = await search({ ...lab.app, db }, testUser("admin"), "LOTUS-900171");
    expect(found).toMatchObject({ items: [], unfinished: [{ type: "payment", searched_back_to: null }] });
  });

  it("ends statements that would take longer, and says that even indexes did not answer", async () => {
    const cut: Pick<BoundedReads, "use"> = { use: (work) => lab.app.db.bounded.use(() => work(async () => null)) };
    const db = Object.create(lab.app.db, { bounded: { value: cut } }) as typeof lab.app.db;
    const found = await search({ ...lab.app, db }, testUser("admin"), "900171", { ...SEARCH_LIMITS, budgetMs: 30 });
    if (!("items" in found)) throw new Error("refused");
    expect(found.items).toEqual([]);
    expect(found.unfinished.filter(({ searched_back_to }) => searched_back_to === null).map(({ type }) => type)).toEqual(
      expect.arrayContaining(["payment", "disburse", "sms"]),
    );
  });
});
