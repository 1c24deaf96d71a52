/**
 * L5, backlogs: phones that were away hand over 5,000 messages of payments at once, as much as they may in one call; then 5,000
 * notifications wait for merchants whose receivers come back. Each is gone within a minute, nothing lost and nothing twice.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { post } from "../lib/http.ts";
import { received } from "./money.ts";
import { Result, sized } from "./result.ts";
import { proven, startWorld, type World } from "./world.ts";
import { idAt, type SeededWallet } from "../lib/seed.ts";

const BACKLOG = sized(5_000, 5_000);
/** Messages of one call, as a phone sends what it has kept. */
const A_CALL = 50;
const WITHIN_SECONDS = 60;
const GIVE_UP_SECONDS = 300;

/** By the merchant's number: how often it was told of the order. */
const told = new Map<string, number>();
let isOpen = false;
const receiver = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    const key = /"merchant_order_id":"([^"]+)"/.exec(body)?.[1] ?? "";
    if (isOpen) told.set(key, (told.get(key) ?? 0) + 1);
    response.writeHead(isOpen ? 200 : 503).end();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));

/** Orders that wait, straight into the database, and by wallet the messages that pay them, in their order. */
async function backlog(world: World): Promise<Map<SeededWallet, string[]>> {
  const texts = new Map<SeededWallet, string[]>(world.wallets.map((wallet) => [wallet, []]));
  const base = idAt(Date.now());
  const rows = Array.from({ length: BACKLOG }, (_unused, index) => {
    const wallet = world.wallets[index % world.wallets.length] as SeededWallet;
    const minor = 10_000 + ((index * 7919) % 3_000_000);
    const payer = `018${String((index * 31) % 100_000_000).padStart(8, "0")}`;
    wallet.balance += minor;
    texts.get(wallet)?.push(received(wallet, minor, payer, index + 1));
    return [
      (base + BigInt(index)).toString(),
      world.merchants[index % world.merchants.length]?.id.toString(),
      `b${index + 1}`,
      wallet.id.toString(),
      minor,
      payer,
    ];
  });
  await world.product.owner.query(
    `with r as (select (x ->> 0)::bigint as id, (x ->> 1)::bigint as m, x ->> 2 as k, (x ->> 3)::bigint as w, (x ->> 4)::bigint as a, x ->> 5 as c from jsonb_array_elements($1::jsonb) x),
     p as (insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee_rate_bps, fee_fixed, customer, expires_at, request_hash)
       select id, m, k, 'bkash', w, a, 150, 0, c, now() + interval '1 day', '\\x00' from r),
     o as (insert into open_payments (payment_id, wallet_id, amount, payer, expires_at) select id, w, a, c, now() + interval '1 day' from r)
     insert into merchant_order_keys (merchant_id, direction, key, order_id) select m, 'payment', k, id from r`,
    [JSON.stringify(rows)],
  );
  return texts;
}

const count = async (world: World, sql: string): Promise<number> => Number((await world.product.owner.query<{ count: string }>(sql)).rows[0]?.count);

/** As merchants ask for what they missed: at once, instead of each at its next turn. What a worker sends right now stays with it, else it goes twice. */
const askForMissed = (world: World): Promise<unknown> =>
  world.product.owner.query("update outbox set next_at = now() where status = 'waiting' and next_at > now() and (lease_until is null or lease_until <= now())");

/** Looks four times a second until there are so many. @returns seconds */
async function until(all: number, look: () => Promise<number> | number): Promise<{ seconds: number; reached: number }> {
  const started = performance.now();
  for (;;) {
    const reached = await look();
    const seconds = (performance.now() - started) / 1000;
    if (reached >= all || seconds > GIVE_UP_SECONDS) return { seconds, reached };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Each phone hands over all that it has, one call after the other. */
async function handOver(world: World, [wallet, texts]: [SeededWallet, string[]]): Promise<number> {
  let taken = 0;
  for (let at = 0; at < texts.length; at += A_CALL) {
    const items = texts.slice(at, at + A_CALL).map((text) => ({ sender: "bKash", text }));
    for (let sent = false; !sent; ) {
      const call = { kind: "backlog", request: post("/device/sms", wallet.token, items), told: (status: number) => void (sent = status < 300) };
      const answers = (await world.load.run(1000, 0.001, () => call)).told.get("backlog");
      if ((answers?.faults ?? 1) > 0) throw new Error(`a phone was answered ${[...(answers?.wrong.keys() ?? [])].join()}`);
      // Sent away: it comes again, as it is told.
      if (!sent) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    taken += items.length;
  }
  return taken;
}

const result = new Result("L5");
const world = await startWorld({ merchants: 50, wallets: 100, notifyUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook` });
try {
  const texts = await backlog(world);
  const started = performance.now();
  const taken = (await Promise.all([...texts].map((one) => handOver(world, one)))).reduce((sum, of) => sum + of, 0);
  await until(BACKLOG, () => count(world, "select count(*) from payments where status = 'completed'"));
  const paid = await count(world, "select count(*) from payments where status = 'completed'");
  const messages = (performance.now() - started) / 1000;
  result.calls += taken;
  result.must(`${paid} of ${BACKLOG} payments completed by the ${taken} messages of the backlog`, paid === BACKLOG);
  result.must("each message is there once", (await count(world, "select count(*) from sms")) === BACKLOG);
  result.mark("a backlog of messages is gone", messages, WITHIN_SECONDS, "s");
  const waiting = await count(world, "select count(*) from outbox where status = 'waiting'");
  result.say(`${waiting} notifications wait; their receivers come back`);
  isOpen = true;
  const drained = await until(BACKLOG, async () => {
    await askForMissed(world);
    return told.size;
  });
  result.calls += told.size;
  result.must(`${drained.reached} of ${BACKLOG} orders are told of`, drained.reached === BACKLOG);
  result.must(
    "no order is told of twice after it was heard",
    [...told.values()].every((times) => times === 1),
  );
  result.mark("a backlog of notifications is gone", drained.seconds, WITHIN_SECONDS, "s");
  await proven(world, result);
} finally {
  await world.stop();
  receiver.close();
}
result.end();
