/** A copy that follows a former primary has a log as long as the new one's, with other things in it: nothing is read there. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Db } from "../../src/server/platform/db/pool.ts";
import { until } from "../support/parts/until.ts";
import { type Node, Replicas, replicaTools } from "../support/replicas.ts";

const LONG_MS = 60_000;
const tools = replicaTools();

describe.skipIf(tools === null)("reads after a failover", () => {
  let replicas: Replicas;
  let [former, next, copy]: Node[] = [];
  let db: Db;
  let written: number;
  beforeEach(async () => {
    replicas = await Replicas.start(tools as string, 3);
    [former, next, copy] = replicas.nodes as [Node, Node, Node];
    db = new Db({ url: replicas.url("floatdesk_owner", [former, next]), replicaUrl: copy.url("floatdesk_owner") });
    await db.run("create table acts (number int primary key)");
    await former.asSuper("grant pg_read_all_stats to floatdesk_owner");
    written = 0;
    await until(actedAndSeen, LONG_MS);
  }, LONG_MS * 5);
  afterEach(async () => {
    await db?.close();
    replicas?.remove();
  });

  /** Does something and looks at once whether it is there; whether the copy answered. */
  async function actedAndSeen(): Promise<boolean> {
    const { replica } = db.servedReads ?? { replica: Number.NaN };
    written += 1;
    await db.run("insert into acts values ($1)", [written]);
    expect(await db.snapshot((tx) => tx.one("select max(number) as last from acts", []))).toEqual({ last: written });
    return (db.servedReads?.replica ?? 0) > replica;
  }
  const changedOver = (): Promise<void> =>
    until(async () => (await db.one<{ port: number }>("select inet_server_port() as port").catch(() => null))?.port === next?.port, LONG_MS);

  it("go to the new primary where the copy follows the former one", { timeout: LONG_MS * 5 }, async () => {
    next?.promote();
    // Whoever goes on with the former one makes its log longer than the new one's.
    await former?.asSuper("create table elsewhere as select repeat('x', 200) from generate_series(1, 20000)");
    const [position] = (await former?.asSuper("select pg_current_wal_flush_lsn()::text as lsn")) ?? [];
    await until(async () => (await copy?.asSuper(`select 1 where pg_last_wal_replay_lsn() >= '${String(position?.["lsn"])}'`))?.length === 1, LONG_MS);
    await changedOver();
    for (let round = 0; round < 5; round += 1) expect(await actedAndSeen()).toBe(false);
  });

  it("go to the copy again once it follows the new primary", { timeout: LONG_MS * 5 }, async () => {
    // Through the next primary it gets no more than that one has, and may follow it: else it would have to be wound back.
    await copy?.follow(next as Node);
    const streams = "select 1 from pg_stat_wal_receiver where status = 'streaming' and sender_port = ";
    await until(async () => (await copy?.asSuper(`${streams}${next?.port}`))?.length === 1, LONG_MS);
    next?.promote();
    await changedOver();
    await until(actedAndSeen, LONG_MS);
  });
});
