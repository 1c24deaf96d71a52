/** Puts up everything that a run needs: people, wallets, phones, the operators' side, the merchants' server. */
import { Bank } from "./bank.ts";
import { Books, type Outcome } from "./books.ts";
import { Conductor, Stopped } from "./conductor.ts";
import { DayBooks } from "./day-books.ts";
import { BackOfficeTally } from "./back-office-tally.ts";
import { BACK_OFFICE_TASKS, runBackOfficeTask, type BackOfficeWorld } from "./back-office-tasks.ts";
import type { Flags } from "./flags.ts";
import { PHONES, MERCHANTS, WALLETS, type WalletPlan } from "./fleet.ts";
import { Http } from "./http.ts";
import { Merchant } from "./merchant.ts";
import { minorOf } from "./money.ts";
import { Office } from "./office.ts";
import { Payer } from "./payer.ts";
import type { PayoutScene, PayoutWorld } from "./payout-scene.ts";
import { PayoutTally } from "./payout-tally.ts";
import type { Phone } from "./phone.ts";
import { quietMoment } from "./quiet.ts";
import { Random } from "./random.ts";
import { Receiver } from "./receiver.ts";
import { makeRoom, openBooks, phonesOf, setThreshold, setUpMerchants, setUpPhones, setUpWallets, walletId, type Ground } from "./setup.ts";
import { Person } from "./staff.ts";
import { DemoState } from "./state.ts";
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
  /** Clock of operators, phones and merchants, ms; the machine's own unless the product's clock is another. */
  readonly now?: () => number;
  /** Told what a counted run ended with. */
  readonly ended?: (outcome: Outcome) => void;
  /** Aborted: stop soon. */
  readonly signal: AbortSignal;
}

/** Everything that a run has put up. */
export interface Stage {
  readonly ground: Ground;
  readonly world: PayoutWorld;
  readonly phones: readonly Phone[];
  readonly payers: readonly Payer[];
  readonly receiver: Receiver;
  readonly conductor: Conductor;
  readonly books: Books;
  readonly days: DayBooks;
  readonly backOffice: BackOfficeTally;
}

const FILE_WAIT_MS = 30_000;
/** How long the product may take to read a wallet's first message. */
const FIRST_MESSAGE_MS = 15_000;
/** How often finance looks for payouts that wait for hands. */
const OFFICE_EVERY_MS = 1_000;

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
export async function wake(bank: Bank, phones: readonly Phone[], wallets: (phone: Phone) => readonly string[], random: Random): Promise<void> {
  for (const phone of phones) {
    phone.start();
    const [wallet] = wallets(phone);
    if (!(await phone.beat()) && wallet !== undefined) await phone.deliver(bank.noise(wallet, 1, random.text(6, "0123456789")));
  }
}

/** What stands on the wallets at the operators now. */
async function openBank({ state, admin }: Ground, bank: Bank): Promise<void> {
  for (const wallet of WALLETS) {
    const row = await admin.call("GET /api/wallets/:id", { id: walletId(state, wallet.key) });
    // No phone reports for a manual wallet: what people typed is what stands on it.
    const known = wallet.rail === "app" ? row.real_balance : state.known.opened.includes(wallet.key) ? row.balance : null;
    bank.open(wallet.key, known === null ? wallet.opening : minorOf(known));
  }
}

/** The first money of a new wallet: somebody tries the phone with ten taka, and nobody ordered them. */
async function tryWallets({ state }: Ground, bank: Bank, phones: readonly Phone[]): Promise<void> {
  for (const wallet of WALLETS) {
    if (wallet.rail === "manual" || state.known.tested.includes(wallet.key)) continue;
    await phonesOf(phones, wallet.key).first.deliver(bank.receive(wallet.key, { amount: 10_00n, payer: "01911000000" }).sms);
    state.known.tested.push(wallet.key);
    state.save();
  }
}

/** bKash prints no agent's commission: only the balance of an earlier message tells it, and before the first there is none. */
export const firstIsSilent = (wallet: WalletPlan): boolean => wallet.operator === "bkash" && wallet.walletType === "agent" && wallet.rail === "app";

/** Opens the books of every wallet, so that they and the operator say the same before the run begins. */
async function openAndTry(
  ground: Ground,
  { bank, phones, office, sleep }: Pick<Parts, "bank" | "phones" | "office"> & { readonly sleep: (ms: number) => Promise<void> },
): Promise<void> {
  const open = (wallets: readonly WalletPlan[]): Promise<void> => openBooks(ground, office, (wallet) => bank.balanceOf(wallet), wallets);
  await open(WALLETS.filter((wallet) => !firstIsSilent(wallet)));
  await tryWallets(ground, bank, phones);
  const silent = WALLETS.filter(firstIsSilent);
  for (const { key } of silent) {
    const id = walletId(ground.state, key);
    for (const end = Date.now() + FIRST_MESSAGE_MS; Date.now() < end; await sleep(100)) {
      const { real_balance } = await ground.admin.call("GET /api/wallets/:id", { id });
      if (real_balance !== null && minorOf(real_balance) === bank.balanceOf(key)) break;
    }
  }
  await open(silent);
}

export const reporting = (phones: readonly Phone[], phone: Phone): string[] =>
  WALLETS.filter((wallet) => wallet.rail === "app")
    .map((wallet) => wallet.key)
    .filter((key) => phonesOf(phones, key).first === phone || phonesOf(phones, key).second === phone);

/** Puts it all up through the public interfaces. @throws Error with one sentence when the product does not play along */
export async function putUp(options: RunOptions): Promise<Stage> {
  const { flags } = options;
  const now = options.now ?? Date.now;
  const http = new Http(options.base);
  const state = await DemoState.open(options.dataDir, options.addresses, FILE_WAIT_MS);
  const person = (type: string, place = 0): Person => {
    const { account, password } = state.account(type, place);
    return new Person(http, account, password);
  };
  const ground: Ground = { state, http, admin: person("admin") };
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
  await setThreshold(ground);
  await makeRoom(ground, BigInt(flags.orders ?? 300) * 600_00n);
  const phones = await setUpPhones(ground, now);
  const random = new Random(`${flags.seed}/${run}/bank`);
  const bank = new Bank(new Map(WALLETS.map((wallet) => [wallet.key, wallet])), random, `r${run}-${now().toString(36)}`, now);
  await wake(bank, phones, (phone) => reporting(phones, phone), random);
  await openBank(ground, bank);
  const office = new Office(person("finance"), person("finance", 1), person("operator"));
  await openAndTry(ground, { bank, phones, office, sleep: sleeper(options.signal) });
  const world = makeWorld(options, { ground, bank, phones, receiver, office, prefix: `S${flags.seed}-${run}` });
  const backOffice = new BackOfficeTally();
  const backOfficeWorld = makeBackOfficeWorld(world, ground, backOffice);
  const payers = makePayers(world, ground);
  for (const payer of payers) payer.start();
  void openOffice(world);
  return {
    ground,
    world,
    phones,
    payers,
    receiver,
    conductor: new Conductor(world, flags.speed, async () => {
      for (const task of BACK_OFFICE_TASKS) await runBackOfficeTask(backOfficeWorld, task);
    }),
    books: new Books(ground.admin, state, await quietMoment(now, world.sleep)),
    days: new DayBooks(office.finance, (key) => walletId(state, key), now),
    backOffice,
  };
}

interface Parts {
  readonly ground: Ground;
  readonly bank: Bank;
  readonly phones: readonly Phone[];
  readonly receiver: Receiver;
  readonly office: Office;
  readonly prefix: string;
}

function makeWorld(options: RunOptions, parts: Parts): PayoutWorld {
  const { flags } = options;
  const { ground, bank, phones, receiver, office, prefix } = parts;
  const accounts = new Map(WALLETS.map((wallet) => [wallet.account, wallet.key]));
  return {
    merchants: MERCHANTS.map((merchant) => new Merchant(ground.http, merchant.key, ground.state.known.merchants[merchant.key]?.app_secret ?? "")),
    bank,
    phonesOf: (wallet) => phonesOf(phones, wallet),
    walletByAccount: (account) => accounts.get(account) ?? fail(`the product sent a payer to ${account}, which is no wallet of the demo`),
    operatorStaff: office.operator,
    receiver,
    tally: new Tally(new Map(MERCHANTS.map((merchant) => [merchant.key, merchant.fee]))),
    paceMs: Math.min(6_000, Math.max(150, 2_000 / flags.speed)),
    prefix,
    sleep: sleeper(options.signal),
    say: flags.orders === null ? (line) => options.print(`${new Date().toTimeString().slice(0, 8)}  ${line}`) : () => undefined,
    office,
    payouts: new PayoutTally(new Map(MERCHANTS.map((merchant) => [merchant.key, merchant.payoutFee]))),
    underWay: new Map<string, PayoutScene>(),
  };
}

function makeBackOfficeWorld(world: PayoutWorld, { state, http }: Ground, tally: BackOfficeTally): BackOfficeWorld {
  const people = MERCHANTS.map((merchant) => {
    const { account, password } = state.named(merchant.admin);
    return [merchant.key, new Person(http, account, password)] as const;
  });
  return {
    finance: world.office.finance,
    second: world.office.second,
    merchantPeople: new Map(people),
    bank: world.bank,
    phonesOf: world.phonesOf,
    walletId: (key) => walletId(state, key),
    merchantId: (key) => state.known.merchants[key]?.id ?? fail(`merchant ${key} is missing`),
    tally,
    messageMatched: () => world.tally.message("matched"),
    sleep: world.sleep,
  };
}

/** Every native phone takes tasks. One that nobody of this run waits for was certainly not paid. */
function makePayers(world: PayoutWorld, { state, http }: Ground): Payer[] {
  return PHONES.filter((plan) => plan.app === "native" && !plan.second).map(
    (plan) =>
      new Payer(plan.key, state.known.devices[plan.key]?.token ?? "", http, async (task, payer) => {
        const scene = world.underWay.get(task.customer);
        if (scene) await scene.onTask(task, payer);
        else await payer.answer(task, { result: "failed", reason: "Nobody of this run asked for it" });
      }),
  );
}

/** Finance looks, again and again, for what waits for hands; ends with the run. */
async function openOffice(world: PayoutWorld): Promise<void> {
  const note = (error: unknown): void => world.tally.trouble(`finance: ${error instanceof Error ? error.message : String(error)}`);
  for (;;) {
    try {
      await world.office.round(async (row) => {
        const scene = row.customer === null ? undefined : world.underWay.get(row.customer);
        if (scene) await scene.byHand(row);
      }, note);
      await world.sleep(OFFICE_EVERY_MS);
    } catch (error) {
      if (error instanceof Stopped) return;
      note(error);
      await new Promise((done) => setTimeout(done, OFFICE_EVERY_MS));
    }
  }
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
