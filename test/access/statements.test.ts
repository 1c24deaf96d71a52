/** Every statement that the source writes out fits the schema, and the application may make it. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { testDatabase } from "../support/pg.ts";
import { writtenSql } from "../support/written-sql.ts";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";

/** These run as the owner. */
const OWNERS = /^(cli\/|platform\/db\/|core\/archive\/(attach|leave)\.ts$)/;
/** A table that is made in the same transaction. */
const TEMPORARY = /\barchived_rows\b/;
const written = writtenSql(join(import.meta.dirname, "../../src/server")).filter(
  ({ text }) => /^\s*(select|insert|update|delete|with)\b/i.test(text) && !TEMPORARY.test(text),
);

it("is prepared and planned by the application's role", async () => {
  // Nearly all there are: who reads them must not have become blind.
  expect(written.length).toBeGreaterThan(550);
  const database = await testDatabase();
  const wrong: string[] = [];
  await withClient(database.appUrl, async (client) => {
    for (const { file, text } of written) {
      try {
        await client.query("begin");
        await client.query(`prepare written as ${text}`);
        const { rows } = await client.query<{ count: number }>(
          "select cardinality(parameter_types) as count from pg_prepared_statements where name = 'written'",
        );
        const nulls = Array.from({ length: rows[0]?.count ?? 0 }, () => "null").join(", ");
        // Planning does not ask for rights, beginning to execute does.
        if (!OWNERS.test(file)) await client.query(`explain execute written${nulls && `(${nulls})`}`);
      } catch (error) {
        wrong.push(`${file}: ${(error as Error).message}: ${text.slice(0, 160)}`);
      }
      await client.query("rollback");
      await client.query("deallocate all");
    }
  });
  await database.drop();
  expect(wrong).toEqual([]);
}, 60_000);
