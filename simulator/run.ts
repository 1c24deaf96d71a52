/** One run from beginning to end: set-up, play, comparison. */
import { setMaxListeners } from "node:events";
import { HOUR_MS } from "../src/contract/time.ts";
import type { Books } from "./books.ts";
import { agrees, type Figure, tableLines } from "./table.ts";
import { Stopped } from "./conductor.ts";
import type { WalletExpected } from "./day-books.ts";
import { MERCHANTS, WALLETS } from "./fleet.ts";
import { planPayouts } from "./payout-plan.ts";
import { planOrders } from "./plan.ts";
import { makeRoom, walletId } from "./setup.ts";
import { tourLines } from "./tour.ts";
import { putUp, type RunOptions, type Stage } from "./stage.ts";

export type { RunOptions } from "./stage.ts";

/** How long the product may take to finish after the last message. */
const FINISH_MS = 60_000;
/** Nothing has changed for this long: nothing more will. */
const STEADY_MS = 15_000;
const PROGRESS_MS = 5_000;
/** A counted run is given up when its plan takes this much longer than its speed says. */
const OVERTIME_MS = 240_000;

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

/** What the run did to a wallet. */
const expectedOn =
  ({ world, backOffice }: Stage) =>
  (key: string): WalletExpected => ({
    sums: world.tally.days.of(key),
    change: world.tally.onWallet(key) + world.payouts.onWallet(key) + backOffice.onWallet(key),
    own: backOffice.listedOn(key),
  });

/** Reads the books until they agree, or nothing changes any more. */
async function compare(stage: Stage, before: Awaited<ReturnType<Books["read"]>>, sleep: (ms: number) => Promise<void>): Promise<Figure[]> {
  const { tally, payouts } = stage.world;
  const expected = { tally, payouts, backOffice: stage.backOffice, receiver: stage.receiver, real: (key: string) => stage.world.bank.balanceOf(key) };
  const end = Date.now() + FINISH_MS;
  let figures = await stage.books.figures(before, expected);
  for (let changed = Date.now(); !agrees(figures) && Date.now() < end && Date.now() < changed + STEADY_MS; ) {
    await sleep(1000);
    const next = await stage.books.figures(before, expected);
    if (JSON.stringify(next) !== JSON.stringify(figures)) changed = Date.now();
    figures = next;
  }
  return figures;
}

async function counted(stage: Stage, options: RunOptions, orders: number): Promise<number> {
  const { flags, print } = options;
  const { tally, sleep } = stage.world;
  const [before, daysBefore] = [await stage.books.read(), await stage.days.read()];
  const dealt = { seed: flags.seed, run: stage.ground.state.known.runs - 1, orders, merchants: MERCHANTS.length };
  const timer = watch(stage, orders, print);
  try {
    const limit = sleep((orders / flags.speed) * 1000 + OVERTIME_MS).then(() => tally.trouble("the run did not end in time"));
    limit.catch(() => undefined);
    await Promise.race([stage.conductor.play(planOrders(dealt), planPayouts(dealt)), limit]);
  } finally {
    clearInterval(timer);
  }
  print("Played:");
  for (const line of stage.conductor.report()) print(line);
  const expected = expectedOn(stage);
  // The days follow from the books, so they are read once these stand still.
  const figures = [...(await compare(stage, before, sleep)), ...(await stage.days.figures(daysBefore, expected, stage.world.bank))];
  for (const { trouble } of [...stage.phones, ...stage.payers]) if (trouble !== null) tally.trouble(trouble);
  for (const sentence of tally.troubles) print(`! ${sentence}`);
  print("");
  for (const line of tableLines(figures)) print(line);
  const { ground, world } = stage;
  const wallets = WALLETS.map(({ key }) => ({ ...expected(key), key, id: walletId(ground.state, key), real: world.bank.balanceOf(key) }));
  options.ended?.({ figures, wallets });
  return agrees(figures) ? 0 : 1;
}

async function endless(stage: Stage, options: RunOptions): Promise<void> {
  const { flags, print } = options;
  const { tally } = stage.world;
  for (const line of await tourLines(stage.ground.admin, options.addresses.at(-1) ?? options.base, (options.now ?? Date.now)())) print(line);
  print("Money trickles in; Ctrl-C stops. With --orders 500 the simulator compares with the books at the end.");
  const dealt = { seed: flags.seed, run: stage.ground.state.known.runs - 1, orders: null, merchants: MERCHANTS.length };
  const timer = setInterval(() => {
    for (const sentence of tally.troubles.splice(0)) print(`! ${sentence}`);
  }, PROGRESS_MS);
  const room = setInterval(() => void makeRoom(stage.ground, 50_000_00n).catch((error: unknown) => tally.trouble(String(error))), HOUR_MS);
  try {
    await stage.conductor.play(planOrders(dealt), planPayouts(dealt));
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
  const stage = await putUp(options);
  try {
    print(
      `Simulator: ${MERCHANTS.length} merchants, ${WALLETS.length} wallets, ${stage.phones.length} phones, seed ${flags.seed}, ${flags.speed} orders a second.`,
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
    for (const one of [...stage.phones, ...stage.payers]) one.stop();
    stage.receiver.close();
  }
}
