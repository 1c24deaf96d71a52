/** What the server sends as columns is what the database's functions take: each parameter by name and type, none forgotten. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase } from "../../../../test/support/pg.ts";
import { ACCEPTANCE_READ } from "../../core/acceptance/batch/accept.ts";
import { ACCEPTANCE_AT_ONCE, ACCEPTANCE_WRITE } from "../../core/acceptance/rows.ts";
import { LEDGER_WRITE } from "../../core/ledger/post.ts";
import { POSTING_READ } from "../../core/posting/batch/read.ts";
import { POSTING_WRITE } from "../../core/posting/batch/write.ts";
import { columnSet, plain, signatureOf, type BatchFunction } from "./columns.ts";
import { Db } from "./pool.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = new Db({ url: database.ownerUrl, max: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function catalogOf(name: string): Promise<Record<string, string>> {
  const rows = await db.rows<{ param: string; type: string }>(
    `select a.param, format_type(a.type, null) as type from pg_proc p, unnest(p.proargnames::text[], p.proargtypes::oid[]) as a (param, type)
     where p.proname = $1 and p.pronamespace = 'public'::regnamespace`,
    [name],
  );
  return Object.fromEntries(rows.map((row) => [row.param, row.type]));
}

it.each([POSTING_READ, POSTING_WRITE, ACCEPTANCE_READ, LEDGER_WRITE, ACCEPTANCE_WRITE, ACCEPTANCE_AT_ONCE].map((of) => [of.name, of] as const))(
  "%s takes what is sent",
  async (name, of) => {
    expect(signatureOf(of)).toEqual(await catalogOf(name));
  },
);

it("a column that the function does not know is found", async () => {
  const [first, ...others] = LEDGER_WRITE.sets;
  const more = columnSet({ ...first?.columns, extra: plain("leg_extras", "bigint") });
  const wrong: BatchFunction = { ...LEDGER_WRITE, sets: [more, ...others] };
  expect(signatureOf(wrong)).not.toEqual(await catalogOf(LEDGER_WRITE.name));
});
