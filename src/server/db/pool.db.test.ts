import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../test/support/pg.ts";
import { callText, Db, plainArray, textArray } from "./pool.ts";

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = new Db({ url: database.appUrl, max: 2 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Every text that PostgreSQL can hold. */
const text = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0"));

describe("parameters that are written out", () => {
  it("come back as they were: texts of every kind, also as elements of arrays", async () => {
    const hostile = [
      "",
      "'",
      "''",
      "\\",
      "\\'",
      "E'",
      "'; drop table accounts; --",
      '"',
      '{"a":"b\\\\"}',
      "{1,2}",
      "NULL",
      "null",
      ",",
      " ",
      "\n\t",
      "收付台",
      "𝄞",
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.constantFrom(...hostile), text), { minLength: 1, maxLength: 6 }), async (values) => {
        const [one] = (await db.rows<{ answer: string }>(callText("concat", [values[0] ?? ""]))) as [{ answer: string }];
        expect(one.answer).toBe(values[0]);
        const [list] = (await db.rows<{ answer: unknown }>(`${callText("to_json", []).replace("()", `(${literalOf(textArray(values))}::text[])`)}`)) as [
          { answer: unknown },
        ];
        expect(list.answer).toEqual(values);
      }),
      { numRuns: 200 },
    );
  });
  it("hold numbers and nothing exactly", async () => {
    const sql = `select array_to_json('${plainArray([1n, null, 9_007_199_254_740_991, "2026-11-21T00:00:00.000Z"])}'::text[]) as answer`;
    expect((await db.one<{ answer: unknown }>(sql))?.answer).toEqual(["1", null, "9007199254740991", "2026-11-21T00:00:00.000Z"]);
  });
});

/** The same literal that a call has. */
function literalOf(value: string): string {
  return callText("f", [value]).slice("select f(".length, -") as answer".length);
}

describe("a transaction in two round trips", () => {
  it("commits with its last statement, and leaves nothing when that fails", async () => {
    await expect(
      db.batchTx<number, string>(callText("pg_backend_pid", []), (_tx, answer) => Promise.resolve({ value: typeof answer, last: null })),
    ).resolves.toBe("number");
    const failing = db.batchTx(callText("pg_backend_pid", []), () => Promise.resolve({ value: null, last: "select 1 / 0 as answer" }));
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    // The connection is fit for use again.
    await expect(db.batchTx(callText("pg_backend_pid", []), (tx) => tx.one("select 1 as n").then((value) => ({ value, last: null })))).resolves.toEqual({
      n: 1,
    });
  });
});
