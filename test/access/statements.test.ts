/** Every statement that the source writes out fits the schema, and the application may make it; none lists more than eight values. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testDatabase } from "../support/pg.ts";
import { sentValues, writtenSql } from "../support/written-sql.ts";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";

/** These run as the owner. */
const OWNERS = /^(cli\/|platform\/db\/|core\/archive\/(attach|leave)\.ts$)/;
/** A table that is made in the same transaction. */
const TEMPORARY = /\barchived_rows\b/;
const SOURCE = join(import.meta.dirname, "../../src/server");
const written = writtenSql(SOURCE).filter(({ text }) => /^\s*(select|insert|update|delete|with)\b/i.test(text) && !TEMPORARY.test(text));

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
});

/** A call lists no more values than this. */
const MOST = 8;
/** Calls that list more all the same, each with its reason. There is none. */
const LEFT: Readonly<Record<string, string>> = {};

describe("the values of a call", () => {
  const sent = sentValues(SOURCE);

  it("list no ninth value: more have names", () => {
    expect(sent.length).toBeGreaterThan(600);
    expect(sent.filter(({ names }) => names.length > MOST).length).toBeGreaterThan(20);
    expect(
      sent.filter(({ file, places }) => places > MOST && LEFT[file] === undefined).map(({ file, line, places }) => `${file}:${line} lists ${places}`),
    ).toEqual([]);
  });

  it("have a value for each name that they write, and no other", () => {
    const written = sent.filter(({ given }) => given !== null);
    expect(written.length).toBeGreaterThan(20);
    expect(
      written
        .filter(({ names, given }) => names.toSorted().join() !== given?.toSorted().join())
        .map(({ file, line, names, given }) => ({ file, line, names, given })),
    ).toEqual([]);
  });
});
