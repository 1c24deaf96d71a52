/** Journals and their export in the order of the books: under each row of a merchant stands the one before it, on every page and over all pages. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postedLegs } from "../../src/server/core/ledger/post.ts";
import { toJson } from "../../src/server/platform/db/pool.ts";
import { TestProduct, type TestMerchant } from "../support/app.ts";

interface Row {
  readonly id: string;
  readonly merchant_id: string;
  readonly amount: string;
  readonly before_balance: string;
  readonly after_balance: string;
}
interface Page {
  readonly items: readonly Row[];
  readonly next_cursor: string | null;
  readonly prev_cursor: string | null;
}

const MERCHANTS = 4;
const ROUNDS = 30;
let product: TestProduct;
const merchants: TestMerchant[] = [];
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
  for (let index = 0; index < MERCHANTS; index += 1) merchants.push(await product.merchant());
  const { app } = product.product;
  const accounts = merchants.map(({ id }) => ({ of: "merchant", id: app.publicIds.decode("merchant", id) ?? 0n }) as const);
  await app.accounts.ensure([...accounts, { of: "adjustments" }]);
  for (let round = 0; round < ROUNDS; round += 1) {
    // What batches do: they mint their ids, then wait for the accounts, and are overtaken.
    const calls = Array.from({ length: 5 }, (_unused, call) =>
      postedLegs(
        app.accounts,
        app.ids,
        Array.from({ length: 1 + ((round + call) % 4) }, (_none, line) => ({
          id: app.ids.next(),
          reference: { type: "manual" as const, id: 1n },
          legs: [
            { account: accounts[(round * call + line) % MERCHANTS] ?? accounts[0], kind: "merchant_credit", changeMinor: 100n + BigInt(line) },
            { account: { of: "adjustments" }, kind: "merchant_credit", changeMinor: 100n + BigInt(line) },
          ],
        })) as never, // the legs of a credit by hand
      ),
    );
    await Promise.all(
      calls.map(async (legs, call) => {
        await new Promise((done) => setTimeout(done, (calls.length - call) * 3));
        await app.db.run("select ledger_post($1)", [toJson(legs)]);
      }),
    );
  }
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

/** Neighbours, newest first, that do not link within their merchant. */
function broken(rows: readonly Row[]): string[] {
  const above = new Map<string, Row>();
  return rows.flatMap((row) => {
    const newer = above.get(row.merchant_id);
    above.set(row.merchant_id, row);
    return newer === undefined || newer.before_balance === row.after_balance
      ? []
      : [`${newer.id} ${newer.before_balance} above ${row.id} ${row.after_balance}`];
  });
}

async function walk(query: string, cursor: "next_cursor" | "prev_cursor", from: string | null = null): Promise<{ rows: Row[]; last: Page }> {
  const rows: Row[] = [];
  for (let at = from; ; ) {
    const page = await product.good<Page>("GET", `/api/journals?size=10${query}${at === null ? "" : `&cursor=${at}`}`);
    if (cursor === "next_cursor") rows.push(...page.items);
    else rows.unshift(...page.items);
    at = page[cursor];
    if (at === null) return { rows, last: page };
  }
}

async function exported(query: string): Promise<Row[]> {
  const answer = await product.call("GET", `/api/journals/export?format=csv&lang=en${query}`);
  expect(answer.status).toBe(200);
  const [head = "", ...lines] = answer.text.replace("\uFEFF", "").trim().split("\n");
  const columns = head.split(",");
  const column = (cells: readonly string[], name: RegExp): string => cells[columns.findIndex((one) => name.test(one))] ?? "";
  return lines.map((line) => {
    const cells = line.split(",");
    return {
      id: cells[0] ?? "",
      merchant_id: column(cells, /merchant id/i),
      amount: column(cells, /^amount/i),
      before_balance: column(cells, /before/i),
      after_balance: column(cells, /after/i),
    };
  });
}

describe.each(["all merchants", "one merchant"])("of %s", (which) => {
  const query = (): string => (which === "one merchant" ? `&merchant_id=${merchants[0]?.id}` : "");

  it("every row links to the next of its merchant, newest and oldest first, forth and back", async () => {
    const { rows, last } = await walk(query(), "next_cursor");
    expect(rows.length).toBeGreaterThan(50);
    expect(broken(rows)).toEqual([]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const back = await walk(query(), "prev_cursor", last.prev_cursor);
    expect(back.rows.map(({ id }) => id)).toEqual(rows.slice(0, back.rows.length).map(({ id }) => id));
    expect(back.rows).toHaveLength(rows.length - last.items.length);
    const oldest = await walk(`${query()}&sort=created_at`, "next_cursor");
    expect(oldest.rows.toReversed().map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it("so does the export, row for row the same", async () => {
    const [{ rows }, file] = [await walk(query(), "next_cursor"), await exported(query())];
    const told = ({ id, merchant_id, amount, before_balance, after_balance }: Row): Row => ({ id, merchant_id, amount, before_balance, after_balance });
    expect(file).toEqual(rows.map(told));
    expect(broken(file)).toEqual([]);
  });
});

it("the merchant's statement runs from line to line in the same order", async () => {
  const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
  for (const { id } of merchants) {
    const { lines } = await product.good<{ lines: { amount: string; balance: string; at: string }[] }>("GET", `/api/merchants/${id}/statement?month=${month}`);
    const { rows } = await walk(`&merchant_id=${id}&sort=created_at`, "next_cursor");
    expect(lines.map(({ amount, balance }) => [amount, balance])).toEqual(rows.map((row) => [row.amount, row.after_balance]));
    expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted());
  }
});
