/** One run from beginning to end: set-up, play, comparison. */
import { setMaxListeners } from "node:events";
import { Bank } from "./bank.ts";
import { Books, type Figure } from "./books.ts";
import { Conductor, Stopped } from "./conductor.ts";
import type { Flags } from "./flags.ts";
import { SHOPS, WALLETS } from "./fleet.ts";
import { Http } from "./http.ts";
import { Merchant } from "./merchant.ts";
import { minorOf } from "./money.ts";
import type { Phone } from "./phone.ts";
import { planOrders } from "./plan.ts";
import { Random } from "./random.ts";
import { Receiver } from "./receiver.ts";
import type { World } from "./scene.ts";
import { makeRoom, phonesOf, setUpMerchants, setUpPhones, setUpWallets, walletId, type Ground } from "./setup.ts";
import { Person } from "./staff.ts";
import { DemoState } from "./state.ts";
import { agrees, tableLines } from "./table.ts";
import { Tally } from "./tally.ts";

/** What a run needs from outside. */
export interface RunOptions {
  readonly flags: Flags;
  /** Where the product listens. */
  readonly base: string;
  readonly dataDir: string;
  /** Addresses that demo.json may name as this server's. */
  readonly addresses: readonly string[];
  readonly print: (line: string) => void;
  /** Aborted: stop soon. */
  readonly signal: AbortSignal;
}

const FILE_WAIT_MS = 30_000;
/** How long the product may take to settle after the last message. */
const SETTLE_MS = 60_000;
/** Nothing has changed for this long: nothing more will. */
const STEADY_MS = 15_000;
const PROGRESS_MS = 5_000;
const HOUR_MS = 3_600_000;
/** A counted run is given up when its plan takes this much longer than its speed says. */
const OVERTIME_MS = 150_000;

/** Everything that a run has put up. */
interface Stage {
  readonly ground: Ground;
  readonly world: World;
  readonly phones: readonly Phone[];
  readonly receiver: Receiver;
  readonly conductor: Conductor;
  readonly books: Books;
}

/** Sleeps that end with the run. */
function sleeper(signal: AbortSignal): (ms: number) => Promise<void> {
  return (ms) =>
    new Promise((done, failed) => {
      if (signal.aborted) return failed(new Stopped());
      const end = (): void => {
        clearTimeout(timer);
        failed(new Stopped());
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", end);
        done();
      }, ms);
      signal.addEventListener("abort", end, { once: true });
    });
}

/** Wakes every phone; an app without a sign of life shows itself by a message that moves nothing. */
async function wake(bank: Bank, phones: readonly Phone[], wallets: (phone: Phone) => readonly string[], random: Random): Promise<void> {
  for (const phone of phones) {
    phone.start();
    const [wallet] = wallets(phone);
    if (!(await phone.beat()) && wallet !== undefined) await phone.deliver(bank.noise(wallet, 1, random.text(6, "0123456789")));
  }
}

/** The first money of a new wallet: somebody tries the phone with ten taka, and nobody ordered them. */
async function tryWallets({ state, admin }: Ground, bank: Bank, phones: readonly Phone[]): Promise<void> {
  for (const wallet of WALLETS) {
    const row = await admin.call("GET /api/wallets/:id", { id: walletId(state, wallet.key) });
    bank.open(wallet.key, row.real_balance === null ? wallet.opening : minorOf(row.real_balance));
    if (state.known.tested.includes(wallet.key)) continue;
    await phonesOf(phones, wallet.key).first.deliver(bank.receive(wallet.key, { amount: 10_00n, payer: "01911000000" }).sms);
    state.known.tested.push(wallet.key);
    state.save();
  }
}

async function setUp(options: RunOptions): Promise<Stage> {
  const { flags } = options;
  const now = Date.now;
  const http = new Http(options.base);
  const state = await DemoState.open(options.dataDir, options.addresses, FILE_WAIT_MS);
  const adminAccount = state.account("admin");
  const admin = new Person(http, adminAccount.account, adminAccount.password);
  const ground: Ground = { state, http, admin };
  const secrets = new Map<string, string>();
  const receiver = new Receiver(secrets, now, flags.orders === null);
  const port = await receiver.listen(state.known.webhook_port);
  state.known.webhook_port = port;
  const run = state.known.runs;
  state.known.runs += 1;
  state.save();
  await setUpMerchants(ground, port);
  for (const [key, known] of Object.entries(state.known.merchants)) secrets.set(key, known.webhook_secret);
  await setUpWallets(ground);
  await makeRoom(ground, BigInt(flags.orders ?? 300) * 600_00n);
  const phones = await setUpPhones(ground, now);
  const random = new Random(`${flags.seed}/${run}/bank`);
  const bank = new Bank(new Map(WALLETS.map((wallet) => [wallet.key, wallet])), random, `r${run}-${now().toString(36)}`, now);
  await wake(
    bank,
    phones,
    (phone) => WALLETS.map((wallet) => wallet.key).filter((key) => phonesOf(phones, key).first === phone || phonesOf(phones, key).second === phone),
    random,
  );
  await tryWallets(ground, bank, phones);
  const world = makeWorld(options, { ground, bank, phones, receiver, prefix: `S${flags.seed}-${run}` });
  return { ground, world, phones, receiver, conductor: new Conductor(world, flags.speed), books: new Books(admin, state, new Date(now()).toISOString()) };
}

function makeWorld(options: RunOptions, parts: { ground: Ground; bank: Bank; phones: readonly Phone[]; receiver: Receiver; prefix: string }): World {
  const { flags } = options;
  const { ground, bank, phones, receiver, prefix } = parts;
  const staff = ground.state.account("operator");
  const accounts = new Map(WALLETS.map((wallet) => [wallet.account, wallet.key]));
  return {
    merchants: SHOPS.map((shop) => new Merchant(ground.http, shop.key, ground.state.known.merchants[shop.key]?.app_secret ?? "")),
    bank,
    phonesOf: (wallet) => phonesOf(phones, wallet),
    walletByAccount: (account) => accounts.get(account) ?? fail(`the product sent a payer to ${account}, which is no wallet of the demo`),
    operatorStaff: new Person(ground.http, staff.account, staff.password),
    receiver,
    tally: new Tally(new Map(SHOPS.map((shop) => [shop.key, shop.fee]))),
    paceMs: Math.min(6_000, Math.max(150, 2_000 / flags.speed)),
    prefix,
    sleep: sleeper(options.signal),
    say: flags.orders === null ? (line) => options.print(`${new Date().toTimeString().slice(0, 8)}  ${line}`) : () => undefined,
  };
}

function fail(sentence: string): never {
  throw new Error(sentence);
}

/** Prints how far a counted run is. */
function watch(stage: Stage, total: number, print: (line: string) => void): NodeJS.Timeout {
  const begin = Date.now();
  return setInterval(() => {
    const { started, finished } = stage.conductor.progress;
    const waiting = stage.phones.reduce((sum, phone) => sum + phone.waiting, 0);
    print(
      `  ${String(Math.round((Date.now() - begin) / 1000)).padStart(4)} s  orders ${started}/${total}, done ${finished}  messages waiting ${waiting}  notifications ${stage.receiver.all().length}`,
    );
  }, PROGRESS_MS);
}

/** Reads the books until they agree, or nothing changes any more. */
async function compare(stage: Stage, before: Awaited<ReturnType<Books["read"]>>, sleep: (ms: number) => Promise<void>): Promise<Figure[]> {
  const { tally } = stage.world;
  const end = Date.now() + SETTLE_MS;
  let figures = await stage.books.figures(before, tally, stage.receiver);
  for (let changed = Date.now(); !agrees(figures) && Date.now() < end && Date.now() < changed + STEADY_MS; ) {
    await sleep(1000);
    const next = await stage.books.figures(before, tally, stage.receiver);
    if (JSON.stringify(next) !== JSON.stringify(figures)) changed = Date.now();
    figures = next;
  }
  return figures;
}

async function counted(stage: Stage, options: RunOptions, orders: number): Promise<number> {
  const { flags, print } = options;
  const { tally, sleep } = stage.world;
  const before = await stage.books.read();
  const plan = planOrders({ seed: flags.seed, run: stage.ground.state.known.runs - 1, orders, merchants: SHOPS.length });
  const timer = watch(stage, orders, print);
  try {
    const limit = sleep((orders / flags.speed) * 1000 + OVERTIME_MS).then(() => tally.trouble("the run did not end in time"));
    limit.catch(() => undefined);
    await Promise.race([stage.conductor.play(plan), limit]);
  } finally {
    clearInterval(timer);
  }
  print("Played:");
  for (const line of stage.conductor.report()) print(line);
  const figures = await compare(stage, before, sleep);
  for (const phone of stage.phones) if (phone.trouble !== null) tally.trouble(phone.trouble);
  for (const sentence of tally.troubles) print(`! ${sentence}`);
  print("");
  for (const line of tableLines(figures)) print(line);
  return agrees(figures) ? 0 : 1;
}

async function endless(stage: Stage, options: RunOptions): Promise<void> {
  const { flags, print } = options;
  const { tally } = stage.world;
  print("Money trickles in; Ctrl-C stops. With --orders 500 the simulator compares with the books at the end.");
  const plan = planOrders({ seed: flags.seed, run: stage.ground.state.known.runs - 1, orders: null, merchants: SHOPS.length });
  const timer = setInterval(() => {
    for (const sentence of tally.troubles.splice(0)) print(`! ${sentence}`);
  }, PROGRESS_MS);
  const room = setInterval(() => void makeRoom(stage.ground, 50_000_00n).catch((error: unknown) => tally.trouble(String(error))), HOUR_MS);
  try {
    await stage.conductor.play(plan);
  } finally {
    clearInterval(timer);
    clearInterval(room);
  }
}

/** Runs as the flags say. @returns the exit code: 1 when the books differ */
export async function run(options: RunOptions): Promise<number> {
  const { flags, print, signal } = options;
  // Every sleep of every script listens.
  setMaxListeners(0, signal);
  const stage = await setUp(options);
  try {
    print(
      `Simulator: ${SHOPS.length} merchants, ${WALLETS.length} wallets, ${stage.phones.length} phones, seed ${flags.seed}, ${flags.speed} orders a second.`,
    );
    if (flags.orders === null) {
      await endless(stage, options);
      return 0;
    }
    const code = await counted(stage, options, flags.orders);
    if (!flags.exit) {
      print("The phones stay on; Ctrl-C stops the demo.");
      await new Promise<void>((done) => signal.addEventListener("abort", () => done(), { once: true }));
    }
    return code;
  } catch (error) {
    if (error instanceof Stopped || signal.aborted) return 0;
    throw error;
  } finally {
    for (const phone of stage.phones) phone.stop();
    stage.receiver.close();
  }
}
