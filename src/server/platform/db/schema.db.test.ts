import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { dumpSchema } from "./schema.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => database.drop());

describe("schema.sql", () => {
  it("is what the files of db/ leave (npm run schema writes it)", async (context) => {
    // Function bodies are printed by digests of what the server stores, which differs between major versions.
    if (inject("pg").engine !== "embedded") context.skip();
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    const dump = await dumpSchema(client, decodeURIComponent(new URL(database.appUrl).username));
    await client.end();
    expect(dump).toBe(readFileSync(join(import.meta.dirname, "../../../../db/schema.sql"), "utf8"));
  });
});
