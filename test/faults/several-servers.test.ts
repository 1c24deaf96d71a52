/**
 * A database on three servers of its own: the primary is found and followed, nothing is written to a former one, what was
 * acknowledged is there afterwards, and nobody has to help.
 */
import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";
import { connectTo } from "../../src/server/platform/db/hosts/index.ts";
import { listen } from "../../src/server/platform/db/listen.ts";
import { TEST_KEY } from "../support/key.ts";
import { TestProduct, type TestMerchant } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { programOf } from "../support/parts/programs.ts";
import { type Node, Replicas, replicaTools } from "../support/replicas.ts";

const LONG_MS = 60_000;
const tools = replicaTools();

/** Ends a start that refuses. */
async function startRefused(env: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const { VITEST: _vitest, ...inherited } = process.env;
  const child = spawn(process.execPath, [await programOf("main")], { env: { ...inherited, PORT: "0", LOG_LEVEL: "silent", ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (said += part.toString()));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  return { code, said };
}

describe.skipIf(tools === null)("several database servers", () => {
  let replicas: Replicas;
  let [one, two, three]: Node[] = [];
  let product: TestProduct;
  let merchant: TestMerchant;
  let placed = 0;
  const acknowledged: string[] = [];
  const statuses = new Map<number, number>();

  beforeAll(async () => {
    replicas = await Replicas.start(tools as string, 3);
    [one, two, three] = replicas.nodes as [Node, Node, Node];
  });
  afterAll(async () => {
    await product?.product.stop();
    replicas?.remove();
  });

  /** The primary's commits wait for one of the others. */
  const waitForOne = (primary: Node | undefined): Promise<unknown> | undefined =>
    primary?.asSuper("alter system set synchronous_standby_names = 'ANY 1 (*)'", "select pg_reload_conf()");

  /** One order; its name when it was acknowledged. */
  async function order(): Promise<string | null> {
    placed += 1;
    const name = `order-${placed}`;
    const answer = await product.call("POST", "/v1/payments", merchant.secret, {
      merchant_order_id: name,
      amount: `${500 + (placed % 4_000)}.00`,
      operator: "bkash",
    });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.success) acknowledged.push(name);
    else {
      expect({ status: answer.status, error: answer.error }).toMatchObject({ status: 503, error: { code: "not_ready" } });
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    return answer.success ? name : null;
  }
  const ready = async (): Promise<number> => (await product.call("GET", "/readyz", null)).status;
  const takesOrders = (): Promise<void> => until(async () => (await ready()) === 200 && (await order()) !== null, LONG_MS);
  const ordersOn = async (node: Node | undefined): Promise<unknown[]> => {
    return withClient(node?.url("postgres") ?? "", async (connection) => (await connection.query("select merchant_order_id from payments")).rows);
  };
  /** Connections of the product there. A commit that waits for a standby does not notice that nobody waits for it any more. */
  const workOn = (node: Node | undefined): Promise<unknown[]> | undefined =>
    node?.asSuper(
      "select 1 from pg_stat_activity where application_name like 'floatdesk%' and application_name <> 'floatdesk-hosts' and wait_event is distinct from 'SyncRep'",
    );

  it("a start refuses a cluster that could lose an acknowledged commit, in one sentence, and says what allows it", async () => {
    const { code, said } = await startRefused({ DATABASE_URL: replicas.url("floatdesk_app"), SECRET_KEY: TEST_KEY.toString("base64") });
    expect(code).toBe(1);
    expect(said.trim().split("\n")).toHaveLength(1);
    expect(said).toMatch(/^DATABASE_URL: a commit that was acknowledged could be lost .*: synchronous_standby_names is empty\. .*DATABASE_LOSS_OK=1/);
    expect(said).not.toContain("secret-of-the-roles");
    await waitForOne(one);
  });

  it("finds the primary wherever it stands in the address", async () => {
    const url = replicas.url("floatdesk_app", [three, two, one] as Node[]);
    product = await TestProduct.start({}, { appUrl: url, ownerUrl: one?.url("floatdesk_owner") ?? "", drop: async () => undefined });
    for (let count = 0; count < 8; count += 1) await product.wallet();
    merchant = await product.merchant();
    expect(await order()).not.toBeNull();
    expect(await workOn(two)).toEqual([]);
    expect(await workOn(three)).toEqual([]);
  });

  it("a primary that dies: calls get 503 with Retry-After until the next one is there, then everything goes on", async () => {
    const heard: string[] = [];
    let gaps = 0;
    const listening = await listen(
      product.product.app.db,
      "several",
      (payload) => heard.push(payload),
      () => (gaps += 1),
    );
    let stop = false;
    const load = Promise.all(
      Array.from({ length: 3 }, async () => {
        while (!stop) await order();
      }),
    );
    await until(() => acknowledged.length > 10, LONG_MS);
    one?.kill();
    await until(async () => (statuses.get(503) ?? 0) > 0 && (await ready()) === 503, LONG_MS);
    two?.promote();
    await three?.follow(two as Node);
    await waitForOne(two);
    const before = acknowledged.length;
    await until(() => acknowledged.length > before + 10, LONG_MS);
    stop = true;
    await load;
    await until(async () => (await product.call<never>("GET", "/readyz", null)).text.includes('"worker":true') && (await ready()) === 200, LONG_MS);
    const stored = (await ordersOn(two)).map((row) => (row as { merchant_order_id: string }).merchant_order_id);
    expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([]);
    expect(new Set(stored).size).toBe(stored.length);
    await until(() => gaps > 0, LONG_MS);
    await product.product.app.db.run("select pg_notify('several', 'after')");
    await until(() => heard.includes("after"), LONG_MS);
    await listening.stop();
  });

  it("a former primary that comes back and takes writes gets none", async () => {
    await one?.start();
    const stored = await ordersOn(one);
    // It was asked, and says that it is no standby.
    await until(
      async () => ((await one?.asSuper("select 1 from pg_stat_activity where application_name = 'floatdesk-hosts' and query <> ''")) ?? []).length > 0,
      LONG_MS,
    );
    for (let count = 0; count < 10; count += 1) await takesOrders();
    expect(await workOn(one)).toEqual([]);
    expect(await ordersOn(one)).toEqual(stored);
  });

  it("a primary that lives on while another one is promoted is left, with what was under way, also by a command", async () => {
    const command = await connectTo(replicas.url("floatdesk_app"));
    expect((await command.query("select inet_server_port() as port")).rows).toEqual([{ port: two?.port }]);
    const cut = expect(command.query("select pg_sleep(600)")).rejects.toThrow(/^Connection terminated/);
    three?.promote();
    await until(async () => ((await workOn(three)) ?? []).length > 0, LONG_MS);
    await takesOrders();
    expect(await workOn(two)).toEqual([]);
    expect(await ordersOn(three)).toContainEqual({ merchant_order_id: acknowledged.at(-1) });
    await cut;
    // Nobody has told it to wait for a standby: that is seen without a start.
    await until(async () => (await product.call("GET", "/metrics", null)).text.includes("\nfloatdesk_commit_risks 1\n"), LONG_MS);
  });

  it("a primary that answers nothing is no primary, and no older one takes its place", async () => {
    three?.freeze("SIGSTOP");
    await until(async () => (await ready()) === 503 && (await order()) === null, LONG_MS);
    expect([await workOn(one), await workOn(two)]).toEqual([[], []]);
    three?.freeze("SIGCONT");
    await takesOrders();
  });
});
