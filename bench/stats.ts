/** Home and wallet statistics at many orders, for the platform and for one wallet: how long an answer takes over HTTP. */
import { fillOrders, startFilled } from "./lib/fill/folder.ts";
import { Connection } from "./lib/http.ts";
import { signIn } from "./lib/product.ts";
import { seeded } from "../test/support/messages/random.ts";
import { percentile, reportFigures, spreadOf } from "./lib/report.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const ORDERS = fillOrders(process.argv.slice(2));
/** Each question in a round. */
const ASKED = Number(process.env["BENCH_ASKED"] ?? 60);
const DAY_MS = 86_400_000;
const MARK_MS = 50;
const AIM_MS = 20;

const day = (back: number): string => new Date(Date.now() + 8 * 3_600_000 - back * DAY_MS).toISOString().slice(0, 10);

const { product } = await startFilled(ORDERS);
try {
  const token = await signIn(product);
  const connection = new Connection(product.port);
  await connection.open();
  const get = async (address: string): Promise<{ ms: number; body: string }> => {
    const started = performance.now();
    const { status, body } = await connection.send(`GET ${address} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`);
    const ms = performance.now() - started;
    if (status !== 200) throw new Error(`${address} was answered ${status}: ${body.slice(0, 300)}`);
    return { ms, body };
  };
  const listed = JSON.parse((await get("/api/wallets?size=100")).body) as { data: { items: { id: string }[] } };
  const wallets = listed.data.items.map(({ id }) => id);
  const random = seeded(7);
  /** What is asked, by name; ranges are drawn anew each time. */
  const questions: Readonly<Record<string, () => string>> = {
    home: () => "/api/statistics/home",
    "wallet statistics, today and yesterday": () => `/api/statistics/wallets?from=${day(1)}&to=${day(0)}`,
    "wallet statistics, a past week": () => {
      const back = 7 + Math.floor(random() * 80);
      return `/api/statistics/wallets?from=${day(back)}&to=${day(back - 6)}`;
    },
    "wallet statistics, a month of one wallet": () => {
      const back = 31 + Math.floor(random() * 60);
      return `/api/statistics/wallets?wallet_id=${wallets[Math.floor(random() * wallets.length)]}&from=${day(back)}&to=${day(back - 30)}`;
    },
  };
  // What was booked since the folder was filled is added up before the first figures are told.
  for (const question of Object.values(questions)) for (let time = 0; time < 10; time += 1) await get(question());
  const names = Object.keys(questions);
  const rounds = new Map<string, number[]>(names.map((name) => [name, []]));
  const bytes: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const times = new Map<string, number[]>(names.map((name) => [name, []]));
    // In turns: whatever the machine does falls on all alike.
    for (let time = 0; time < ASKED; time += 1)
      for (const [name, question] of Object.entries(questions)) {
        const { ms, body } = await get(question());
        times.get(name)?.push(ms);
        bytes[name] = body.length;
      }
    for (const name of names) rounds.get(name)?.push(percentile(times.get(name) ?? [], 0.95));
  }
  reportFigures(
    "stats",
    names.map((name) => ({ name: `${name}, p95`, unit: "ms", ...spreadOf(rounds.get(name) ?? []), mark: MARK_MS, aim: AIM_MS, better: "less" })),
    { orders: ORDERS, asked_each_round: ASKED, bytes, rounds: Object.fromEntries(rounds) },
  );
  connection.close();
} finally {
  await product.stop();
}
