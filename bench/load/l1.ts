/** L1, a day's mixture by the clock: 60 % lists and reports, 25 % orders, 10 % messages of payments, 5 % approvals of withdrawals. */
import { percentile } from "../lib/report.ts";
import { post } from "../lib/http.ts";
import type { Call, Told } from "../lib/open.ts";
import { look, type Sample, slope } from "../lib/soak.ts";
import { completed, Payments } from "./money.ts";
import { full, Result, sized } from "./result.ts";
import { proven, startWorld, type World } from "./world.ts";

const SECONDS = sized(45, 600);
/** Of a machine on which calls that come one after the other take four fifths of the time at most; of a slower one what it does in that time. */
const MOST_A_SECOND = 200;
const SHARE_OF_TIME = 0.8;
const WARM_UP_A_SECOND = 50;
const WARM_UP_SECONDS = 15;
const ALONE = 60;
const LOOK_MS = 3_000;
/** Of twenty calls. */
const MIXTURE = [
  "read",
  "order",
  "read",
  "read",
  "message",
  "read",
  "order",
  "read",
  "read",
  "approval",
  "read",
  "order",
  "read",
  "read",
  "message",
  "read",
  "order",
  "read",
  "read",
  "order",
];

const result = new Result("L1");
const world = await startWorld({ merchants: 200, wallets: 300 });
const payments = new Payments(world);
/** Withdrawals that wait for their approval. */
const pending: { id: string; version: number }[] = [];
let approved = 0;

function approval(): Call | null {
  const one = pending.pop();
  if (!one) return null;
  const request = post(`/api/withdrawal/${one.id}/approve`, world.token, { version: one.version });
  return { kind: "approval", request, told: (status) => void (status < 300 && (approved += 1)) };
}
let turn = 0;
function mixed(): Call | null {
  const kind = MIXTURE[(turn += 1) % MIXTURE.length];
  if (kind === "order") return payments.order();
  return kind === "message" ? payments.message() : kind === "approval" ? approval() : world.read();
}

/** Withdrawals of merchants that have been paid something. */
async function withdrawals(of: World, count: number): Promise<void> {
  const { version } = (await of.ask("GET", "/api/config")) as { version: number };
  await of.ask("PATCH", "/api/config", { version, one_person: true });
  const list = (await of.ask("GET", "/api/merchants?size=200")) as { items: { id: string; available?: string; balance?: string }[] };
  const rich = list.items.filter((one) => Number(one.available ?? one.balance ?? 0) > count / 10);
  if (rich.length === 0) throw new Error("no merchant has been paid anything");
  for (let made = 0; made < count; made += 1) {
    const merchant = rich[made % rich.length] as { id: string };
    pending.push(
      (await of.ask("POST", "/api/withdrawal", { merchant_id: merchant.id, receiving_account: "bank 1", amount: "1.00" })) as { id: string; version: number },
    );
  }
}

/** What calls take that nobody else is beside, ms. */
async function alone(): Promise<number[]> {
  const times: number[] = [];
  for (let one = 0; one < ALONE; one += 1)
    for (const of of (await world.load.run(1000, 0.001, () => (one % 3 === 0 ? payments.order() : world.read()))).told.values()) times.push(...of.times);
  return times;
}

try {
  await world.load.run(WARM_UP_A_SECOND, WARM_UP_SECONDS, () => ((turn += 1) % 2 === 0 ? payments.order() : payments.message()));
  const aloneMs = await alone();
  const yardstick = percentile(aloneMs, 0.5);
  const inTurn = (1000 * aloneMs.length) / aloneMs.reduce((sum, ms) => sum + ms, 0);
  const perSecond = full ? MOST_A_SECOND : Math.min(MOST_A_SECOND, Math.max(20, Math.round(SHARE_OF_TIME * inTurn)));
  result.say(`${perSecond} calls a second`);
  await withdrawals(world, Math.ceil(perSecond * SECONDS * 0.05));
  const samples: Sample[] = [];
  const started = performance.now();
  const watch = setInterval(
    () => void look(world.product.server.pid ?? 0, world.product.owner, (performance.now() - started) / 60_000).then((sample) => samples.push(sample)),
    LOOK_MS,
  );
  const { told } = await world.load.run(perSecond, SECONDS, mixed);
  clearInterval(watch);
  for (const [kind, of] of told) result.told(kind, of);
  const of = (what: (one: Told) => number): number => [...told.values()].reduce((sum, one) => sum + what(one), 0);
  const times = [...told.values()].flatMap((one) => one.times);
  result.must("every call is done, or sent away and told when to come again", of((one) => one.faults) === 0);
  result.quiet("none is sent away", of((one) => one.shed + one.unsent) === 0);
  result.must(`${approved} withdrawals approved, ${payments.paid} messages taken`, approved > 0 && payments.paid > 0);
  result.must("every payment whose message was taken is completed", (await completed(world)) === payments.paid);
  result.mark("all calls in the middle", percentile(times, 0.5), 25, "ms");
  result.mark("all calls at p99", percentile(times, 0.99), 250, "ms");
  const middle = percentile(times, 0.5) / yardstick;
  result.quiet(`all calls in the middle, to one call alone (${yardstick.toFixed(1)} ms): ${middle.toFixed(1)}, at most 10`, middle <= 10);
  const steady = samples.slice(Math.floor(samples.length / 2));
  result.say(
    `the server's memory: ${slope(steady, ({ memoryMb }) => memoryMb).toFixed(1)} MB a minute in the second half, ${(steady.at(-1)?.memoryMb ?? 0).toFixed(0)} MB at the end`,
  );
  await proven(world, result);
} finally {
  await world.stop();
}
result.end();
