/**
 * What a person may not read stands nowhere in what he is answered (docs/decisions/0064): every read of the registry is asked, lists,
 * drawers and files, for marks that stand in the data.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { permissionsOf, rightsOf, type Permission, type UserType } from "../../src/contract/permissions.ts";
import { ROUTES } from "../../src/server/app.ts";
import { withoutAmounts, withoutAmountsSql } from "../../src/server/platform/lists/mask.ts";
import { person, routeName, send, tried, type Person, type Raw } from "../support/attack.ts";
import { makeTarget, type Target } from "../support/attack-target.ts";
import { writeDown } from "../support/attack-marks.ts";
import { received, bkashTrx } from "../support/app.ts";

const PHONE = "01788776655";
const AMOUNT = "7313.37";
const WORDS = "Sparrow";
/** As operators and the interface write it. */
const AMOUNTS = ["7313.37", "7,313.37", "731337"];

let target: Target;
/** One person for each mask, of each type that has it to lose. */
const people = new Map<string, { who: Person; type: UserType; lost: Permission }>();
const LOST = ["phones.unmask", "messages.read", "amounts.see"] as const;
/** Objects that hold the marks, by the beginning of their addresses. */
const marked = new Map<string, string>();

beforeAll(async () => {
  target = await makeTarget();
  const { product, wallet, world } = target;
  // Merchants write numbers as numbers, too.
  const metadata = { tel: Number(`880${PHONE.slice(1)}`), total: Number(AMOUNT) };
  const paid = await product.pay(world.merchant, { amount: AMOUNT, customer: PHONE, metadata });
  const to = [wallet, ...(await product.good<{ items: { account: string }[] }>("GET", "/api/wallets?size=200", product.admin)).items];
  const where = to.find((one) => one.account === paid.data.receiving_account);
  expect(where).toBeDefined();
  // One that is matched to nothing, so that it stands in lists, suggestions and the queue.
  await product.sms(wallet, `${received({ amount: "7,313.37", from: PHONE, trx: bkashTrx() })} Ref ${WORDS}`);
  await product.good("POST", "/v1/disburses", world.merchant.secret, { operator: "nagad", merchant_order_id: "masked-out", amount: "21.00", customer: PHONE });
  for (const type of ["admin", "operator", "merchant_admin"] as const)
    for (const lost of LOST) {
      if (!permissionsOf(type).includes(lost)) continue;
      const role = permissionsOf(type).filter((one) => one !== lost);
      people.set(`${type} without ${lost}`, { who: await person(product, type, { merchantId: world.merchant.id, role }), type, lost });
    }
  people.set("auditor", { who: await person(product, "auditor"), type: "auditor", lost: "phones.unmask" });
  const first = async (url: string): Promise<string> => (await product.good<{ items: { id: string }[] }>("GET", url, product.admin)).items[0]?.id ?? "";
  // A file in which people are named by their numbers.
  const boss = await person(product, "merchant_admin", { merchantId: world.merchant.id });
  const csv = `merchant_order_id,operator,amount,customer,user_id\nmasked-in-file,nagad,22.00,${PHONE},${PHONE}`;
  const made = await product.good<{ batch: { id: string } }>("POST", "/api/disburses/batch", boss.token, {
    csv,
    file_name: "masked.csv",
    dry_run: false,
    expect: { count: 1, amount: "22.00" },
  });
  marked.set("/api/payments/:", paid.data.id);
  marked.set("/api/sms/:", await first(`/api/sms?q=*${WORDS}`));
  marked.set("/api/disburses/:", await first(`/api/disburses?q=masked-out`));
  marked.set("/api/deliveries/:", await first("/api/deliveries"));
  marked.set("/api/disburses/batches/:", made.batch.id);
  // What people write down about it.
  const call = async (url: string, body: object): Promise<void> => void (await product.good("POST", url, product.admin, body));
  await call(`/api/payments/${paid.data.id}/note`, { text: `call ${PHONE}` });
  await call(`/api/exceptions/${await first("/api/exceptions?kind=sms_unmatched")}/comments`, { text: `asked ${PHONE}` });
  for (const [start, id] of await writeDown(target, PHONE)) marked.set(start, id);
});
afterAll(() => target.product.stop());

const reads = ROUTES.filter((route) => route.method === "GET" && route.access.kind === "session" && route.url !== "/api/events");

/** Every read, with the objects that hold the marks where it names one. */
async function asked(who: Person): Promise<{ name: string; answer: Raw }[]> {
  const answers: { name: string; answer: Raw }[] = [];
  for (const route of reads) {
    const plain = target.urlOf(route, ...[...marked].filter(([start]) => route.url.startsWith(start)).map(([, id]) => id));
    for (const url of [
      plain,
      ...(route.url.endsWith("/export") ? [`${plain}?totals=1`] : []),
      ...(route.url === "/api/exceptions" ? [`${plain.split("?")[0]}?size=1`] : []),
      ...(route.url === "/api/search" ? [PHONE.slice(-4), WORDS, AMOUNT].map((q) => `${plain.split("?")[0]}?q=${q}`) : []),
    ]) {
      tried("masks");
      answers.push({ name: `${routeName(route)} ${url}`, answer: await send(target.product.product, { method: "GET", url, token: who.token }) });
    }
  }
  return answers;
}
const marksOf = (lost: Permission): readonly string[] => (lost === "phones.unmask" ? [PHONE, PHONE.slice(1)] : lost === "messages.read" ? [WORDS] : AMOUNTS);

describe("nowhere in what is answered", () => {
  it("are the marks missing for who may read them: they would prove nothing", async () => {
    const text = (await asked(await person(target.product, "admin"))).map(({ answer }) => answer.text).join("\n");
    for (const mark of [PHONE, WORDS, AMOUNTS[0], AMOUNTS[1]] as string[]) expect(text, mark).toContain(mark);
  });

  it.each([
    "admin without phones.unmask",
    "admin without messages.read",
    "admin without amounts.see",
    "operator without phones.unmask",
    "operator without messages.read",
    "operator without amounts.see",
    "merchant_admin without phones.unmask",
    "merchant_admin without amounts.see",
    "auditor",
  ])("%s", async (name) => {
    const one = people.get(name);
    if (!one) throw new Error("no such person");
    const answers = await asked(one.who);
    const leaks = answers.flatMap(({ name: call, answer }) =>
      marksOf(one.lost)
        .filter((mark) => answer.text.includes(mark))
        .map((mark) => `${call}: …${answer.text.slice(Math.max(0, answer.text.indexOf(mark) - 80), answer.text.indexOf(mark) + 20)}`),
    );
    expect(leaks).toEqual([]);
    // He was let in to most of it: the answers are no refusals.
    expect(answers.filter(({ answer }) => answer.status === 200).length).toBeGreaterThan(name.startsWith("merchant") ? 8 : 12);
  });
});

describe("nothing is found by it", () => {
  const items = async (who: Person, url: string): Promise<unknown[]> =>
    ((await send(target.product.product, { method: "GET", url, token: who.token })).json?.data as { items: unknown[] } | undefined)?.items ?? [];

  it("amounts: filters are refused, the search box reads none", async () => {
    const { who } = people.get("operator without amounts.see") as { who: Person };
    for (const list of ["payments", "sms", "deliveries"])
      for (const field of ["min_amount", "max_amount"]) {
        const answer = await send(target.product.product, { method: "GET", url: `/api/${list}?${field}=1.00`, token: who.token });
        expect([list, field, answer.status, answer.json?.error?.fields]).toEqual([list, field, 422, { [field]: "not_allowed" }]);
      }
    const operator = await person(target.product, "operator");
    expect((await items(operator, `/api/payments?q=*${AMOUNT}`)).length).toBe(1);
    expect(await items(who, `/api/payments?q=*${AMOUNT}`)).toEqual([]);
  });

  it("digits of a number that are not shown, in any list that is searched", async () => {
    const lists = reads.filter((route) => "q" in ((route.query as { shape?: object } | undefined)?.shape ?? {}) && !route.url.endsWith("/export"));
    expect(lists.length).toBeGreaterThan(10);
    // The first digits are read, these are not.
    const hidden = PHONE.slice(3, 8);
    const found = async (who: Person): Promise<string[]> => {
      const names: string[] = [];
      for (const { url } of lists)
        for (const q of [hidden, `*${hidden}`, PHONE.slice(0, 6), PHONE.slice(4)]) {
          const data = (await send(target.product.product, { method: "GET", url: `${url}?q=${encodeURIComponent(q)}`, token: who.token })).json?.data;
          if (((data as { items?: unknown[] } | undefined)?.items ?? []).length > 0) names.push(`${url} ${q}`);
        }
      return names;
    };
    const whole = await found(await person(target.product, "admin"));
    for (const list of ["withdrawal", "manual", "payments", "sms", "search"]) expect(whole.join("\n")).toMatch(new RegExp(`^/api/${list} `, "m"));
    for (const name of ["auditor", "admin without phones.unmask"]) expect([name, await found(people.get(name)?.who as Person)]).toEqual([name, []]);
  });

  it("words of messages", async () => {
    const { who } = people.get("operator without messages.read") as { who: Person };
    const operator = await person(target.product, "operator");
    expect((await items(operator, `/api/sms?q=*${WORDS}`)).length).toBe(1);
    expect(await items(who, `/api/sms?q=*${WORDS}`)).toEqual([]);
  });
});

it("a merchant's own facts are masked where they look like a number, in files too; its number of the order is not", async () => {
  const { product, wallet } = target;
  // The tests before this one outlive the time in which a phone counts as there.
  await product.good("POST", "/device/heartbeat", wallet.token, {});
  const [merchant, auditor] = [await product.merchant(), await person(product, "auditor")];
  const own = { merchant_order_id: "01766600033", user_id: "01766600044", metadata: { tel: "+8801766600055", note: "Tk 500 of 01766600066" } };
  const { id } = (await product.pay(merchant, { amount: "611.00", ...own })).data;
  const read = async (who: Person, url: string): Promise<string> => (await send(product.product, { method: "GET", url, token: who.token })).text;
  const admin = await person(product, "admin");
  const files = [`/api/payments/${id}`, `/api/payments?q=${id}`, `/api/payments/export?q=${id}&format=csv`];
  for (const url of files) {
    const [whole, masked] = [await read(admin, url), await read(auditor, url)];
    expect(whole, url).toContain(own.user_id);
    for (const number of ["01766600044", "8801766600055", "01766600066"]) expect(masked, url).not.toContain(number);
    expect(masked, url).toContain(own.merchant_order_id);
  }
  const blind = await person(product, "operator", { role: permissionsOf("operator").filter((one) => one !== "amounts.see") });
  expect(await read(admin, files[0] ?? "")).toContain("Tk 500 of");
  expect(await read(blind, files[0] ?? "")).toContain("Tk ••• of");
});

it("covers no part of an id, nor of the place where a list goes on", () => {
  const kept = { id: "P261120TK4K6VKB", trx_id: "8N7ATK5Q", next_cursor: "a.P261120QFNTK568.44", prev_cursor: "b.P26112099Y9T1918.38.12", search_cursor: null };
  expect(withoutAmounts({ ...kept, note: "a.P261120QFNT1568.44, Tk 5" })).toEqual({ ...kept, note: "a.P261120QFNT•••, Tk •••" });
});

it("covers the same amounts in the database as in the server", async () => {
  const texts = [
    "Tk 500 from 01712345678, fee Tk.5",
    "−1,284,652.50 of 500.00",
    "৳৫০০, ১,২০০.৫০",
    "98.25% of 10.0.12.34, v1.20.30",
    "sent 500 taka, 20Tk",
    "12 tkt",
    "P261120TK4K6VKB, 9TK4QR7Z0A: TK500, FeeTk5, TK.5 5.00TK 6",
  ];
  const rows = await target.product.product.app.db.rows<{ text: string }>(
    `select ${withoutAmountsSql("t.text")} as text from unnest($1::text[]) with ordinality as t (text, at) order by t.at`,
    [texts],
  );
  expect(rows.map(({ text }) => text)).toEqual(withoutAmounts(texts));
});

describe("a role without it", () => {
  it("holds nothing that is of no use without it, whatever is written in it", () => {
    for (const type of ["admin", "finance", "operator", "auditor", "merchant_admin", "merchant_viewer"] as const) {
      const blind = rightsOf(
        type,
        permissionsOf(type).filter((one) => one !== "amounts.see"),
      );
      for (const moving of [
        "payments.decide",
        "withdrawal.see",
        "journals.see",
        "statistics.see",
        "approvals.decide",
        "bulk.run",
        "config.see",
        "seals.see",
        "messages.read",
      ] as const)
        expect([type, moving, blind.has(moving)]).toEqual([type, moving, false]);
    }
    const deaf = rightsOf(
      "operator",
      permissionsOf("operator").filter((one) => one !== "messages.read"),
    );
    expect([deaf.has("sms.see"), deaf.has("sms.decide"), deaf.has("sms.try"), deaf.has("payments.decide")]).toEqual([true, false, false, true]);
  });
});
