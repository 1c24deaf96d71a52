import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { API_TYPES } from "../../../contract/operators.ts";
import { DEVICE_APPS } from "../../../contract/wallets.ts";
import { withClient } from "../../platform/db/engine/provision.ts";
import { bind, sql } from "../../platform/lists/sql.ts";
import { healthSql, walletHealth } from "../../core/parties/health.ts";
import { startTestServer, type TestServer } from "../../../../test/support/parts/wallets.ts";

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await testDatabase();
  server = await startTestServer(database.appUrl);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

test("the list's filter and the rows agree on every app, age and ping", async () => {
  const nowMs = 1_795_230_000_000;
  const { ids, db } = server.app;
  const expected = new Map<bigint, string>();
  let number = 0;
  await withClient(database.ownerUrl, async (client) => {
    for (const apiType of API_TYPES) {
      for (const app of [null, ...DEVICE_APPS]) {
        for (const ageMs of [null, 0, 119_000, 121_000, 599_000, 601_000, 2_099_000, 2_101_000, 3_599_000, 3_601_000]) {
          for (const pingSeconds of [null, 300]) {
            const id = ids.next();
            number += 1;
            await client.query("insert into wallets (id, name, operator, wallet_type, api_type, account) values ($1, 'w', 'bkash', 'personal', $2, $3)", [
              id,
              apiType,
              `${number}`,
            ]);
            const lastSeenMs = app === null || ageMs === null ? null : nowMs - ageMs;
            if (app !== null) {
              await client.query("insert into devices (id, name, app, ping_seconds, last_seen_at) values ($1, 'd', $2, $3, to_timestamp($4::float8 / 1000))", [
                id,
                app,
                pingSeconds,
                lastSeenMs,
              ]);
              await client.query("insert into device_links (id, device_id, wallet_id, bound_at) values ($1, $1, $1, now())", [id]);
            }
            expected.set(id, walletHealth({ apiType, app, lastSeenMs, pingSeconds: app === null ? null : pingSeconds, silentAfterMinutes: 60, nowMs }));
          }
        }
      }
    }
  });
  const { text, values } = bind(sql`select t.id, ${healthSql(60, nowMs)} as health from wallets t`);
  const rows = await db.rows<{ id: bigint; health: string }>(text, values);
  expect(rows.length).toBe(expected.size);
  expect(new Set(expected.values())).toEqual(new Set(["manual", "online", "late", "offline"]));
  for (const row of rows) expect(row.health).toBe(expected.get(row.id));
});
