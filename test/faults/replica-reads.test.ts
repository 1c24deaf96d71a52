/** Lists, searches, files and statements are read from a copy of the database, never from before what was committed; without one that can, from the primary. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Db } from "../../src/server/platform/db/pool.ts";
import { LIST_CONNECTIONS } from "../../src/server/platform/db/pools.ts";
import { TestProduct, type TestMerchant } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { type Node, Replicas, replicaTools } from "../support/replicas.ts";

const LONG_MS = 60_000;
const tools = replicaTools();

describe.skipIf(tools === null)("reads from a copy", () => {
  let replicas: Replicas;
  let [primary, copy]: Node[] = [];
  let product: TestProduct;
  let merchant: TestMerchant;
  let placed = 0;

  beforeAll(async () => {
    replicas = await Replicas.start(tools as string, 2);
    [primary, copy] = replicas.nodes as [Node, Node];
    product = await TestProduct.start(
      { DATABASE_REPLICA_URL: copy.url("floatdesk_app") },
      { appUrl: primary.url("floatdesk_app"), ownerUrl: primary.url("floatdesk_owner"), drop: async () => undefined },
    );
    for (let count = 0; count < 4; count += 1) await product.wallet();
    merchant = await product.merchant();
  });
  afterAll(async () => {
    await product?.product.stop();
    replicas?.remove();
  });

  const served = (): { replica: number; busy: number; behind: number; away: number } => ({
    ...(product.product.app.db.servedReads ?? { replica: Number.NaN, busy: Number.NaN, behind: Number.NaN, away: Number.NaN }),
  });
  /** Places an order and looks at once whether the list has it on top and the search finds it. */
  async function placedAndSeen(): Promise<void> {
    placed += 1;
    const name = `copy-order-${placed}`;
    const made = await product.pay(merchant, { merchant_order_id: name, amount: `${500 + placed}.00` });
    expect(made.status, made.text).toBe(201);
    const list = await product.good<{ items: { merchant_order_id: string }[] }>("GET", "/api/payments?size=10");
    expect(list.items[0]?.merchant_order_id).toBe(name);
    const found = await product.good<{ items: { merchant_order_id: string }[] }>("GET", `/api/payments?q=${name}`);
    expect(found.items.map((row) => row.merchant_order_id)).toEqual([name]);
  }

  /** Reads until the copy has answered: on a busy machine it may be behind for a while. */
  const onTheCopy = (read: () => Promise<unknown>): Promise<void> =>
    until(async () => {
      const { replica } = served();
      await read();
      return served().replica > replica;
    }, LONG_MS);

  /** What is said of a copy by this address, which nothing is read from. */
  async function saidOf(replicaUrl: string): Promise<readonly string[]> {
    const said: string[] = [];
    const db = new Db({ url: primary?.url("floatdesk_app") ?? "", replicaUrl, onReplicaAway: (_place, error) => said.push(error.message) });
    await until(async () => {
      expect(await db.readUrl()).toBe(db.url);
      return said.length > 0;
    }, LONG_MS).finally(() => db.close());
    return said;
  }

  it("finds what was just committed, again and again, on the copy", async () => {
    const before = served();
    for (let round = 0; round < 20; round += 1) await placedAndSeen();
    await onTheCopy(placedAndSeen);
    expect(served().away).toBe(before.away);
  });

  it("writes files and statements from it, complete", async () => {
    await onTheCopy(async () => {
      const file = await product.product.http.inject({
        method: "GET",
        url: "/api/payments/export?format=csv&lang=en",
        headers: { authorization: `Bearer ${product.admin}` },
      });
      expect([file.statusCode, file.body.trim().split("\n").length]).toEqual([200, placed + 1]);
    });
    const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
    await onTheCopy(async () => {
      const statement = await product.good<{ closing_balance: string }>("GET", `/api/merchants/${merchant.id}/statement?month=${month}`);
      expect(statement.closing_balance).toBe("0.00");
    });
  });

  it("reads what home shows from it", async () => {
    await until(async () => {
      const { replica } = served();
      const { today } = await product.good<{ today: { created_count: number } }>("GET", "/api/statistics/home");
      expect(today.created_count).toBe(placed);
      // Beside what the exception queue reads for it.
      return served().replica > replica + 8;
    }, LONG_MS);
  });

  it("reads no other database of the copy's server, whose log is as far", async () => {
    await primary?.asSuper("create database another");
    // The copy has it, too.
    await until(async () => (await copy?.asSuper("select 1 from pg_database where datname = 'another'"))?.length === 1, LONG_MS);
    expect(await saidOf(copy?.url("floatdesk_app", "another") ?? "")).toEqual(["it is a copy of another database than that of DATABASE_URL"]);
  });

  it("reads nothing from a copy whose sessions write moments otherwise", async () => {
    const url = `${copy?.url("floatdesk_app") ?? ""}?options=${encodeURIComponent("-c datestyle=sql,dmy")}`;
    expect(await saidOf(url)).toEqual(["its sessions begin with DateStyle = SQL, DMY, and Floatdesk needs ISO"]);
  });

  it("is left to the primary while all connections to the copy are taken, which is no fault of the copy", async () => {
    const before = served();
    const reads = Array.from({ length: 60 }, () => product.product.app.db.snapshot((tx) => tx.one("select pg_sleep(0.05)", [])));
    await Promise.all(reads);
    expect(served().away).toBe(before.away);
    expect(served().busy).toBeGreaterThan(before.busy);
    await onTheCopy(placedAndSeen);
  });

  it("ends no statement there after the time that a list had left on the same connection", async () => {
    const { db } = product.product.app;
    await until(async () => {
      const lists = Array.from({ length: LIST_CONNECTIONS }, () => db.bounded.use((read) => read({ text: "select pg_sleep(0.02)", values: [] }, 7_000)));
      await Promise.all(lists);
      const found = await db.snapshot((tx) => tx.one("select pg_is_in_recovery() as on_copy, current_setting('statement_timeout') as ends_after", []));
      expect(found).toMatchObject({ ends_after: "30s" });
      return (found as { on_copy: boolean }).on_copy;
    }, LONG_MS);
  });

  it("takes the primary while the copy is behind, and the copy again when it has caught up", async () => {
    await copy?.asSuper("select pg_wal_replay_pause()");
    const before = served();
    for (let round = 0; round < 5; round += 1) await placedAndSeen();
    expect(served().behind).toBeGreaterThan(before.behind);
    await copy?.asSuper("select pg_wal_replay_resume()");
    await onTheCopy(placedAndSeen);
  });

  const figure = async (name: string): Promise<number> =>
    Number(
      (await product.product.http.inject({ url: "/metrics" })).body
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1] ?? Number.NaN,
    );

  it("says in the metrics who answered, and how far a copy is behind that applies what it gets late", async () => {
    await primary?.asSuper("grant pg_read_all_stats to floatdesk_app");
    await copy?.asSuper("alter system set recovery_min_apply_delay = '4s'", "select pg_reload_conf()");
    const before = served();
    await until(async () => {
      await placedAndSeen();
      return (await figure('floatdesk_replica_lag_seconds{replica="node2"}')) > 2;
    }, LONG_MS);
    expect(served().behind).toBeGreaterThan(before.behind);
    await until(async () => (await figure('floatdesk_replica_reads{served_by="behind"}')) > before.behind, LONG_MS);
    await copy?.asSuper("alter system reset recovery_min_apply_delay", "select pg_reload_conf()");
    await onTheCopy(placedAndSeen);
  });

  it("goes on without it when it dies, and takes none that was promoted for a copy", async () => {
    copy?.kill();
    const before = served().away;
    // Its processes outlive it for a moment, and are behind then.
    await until(async () => {
      await placedAndSeen();
      return served().away > before;
    }, LONG_MS);
    await copy?.start();
    copy?.promote();
    const { replica } = served();
    await until(() => product.product.app.db.readUrl().then((url) => url === product.product.app.db.url), LONG_MS);
    for (let round = 0; round < 3; round += 1) await placedAndSeen();
    expect(served().replica).toBe(replica);
  });
});
