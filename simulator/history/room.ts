/** The product in this process, on a clock that stands where it is put, with the demo's people, wallets and phones. */
import pg from "pg";
import { pino } from "pino";
import { startProduct, type Product } from "../../src/server/app.ts";
import { writeDemoFile } from "../../src/server/demo.ts";
import { ensureFirstAdmin } from "../../src/server/features/users/first-admin.ts";
import { readEnv } from "../../src/server/platform/env.ts";
import { Bank } from "../bank.ts";
import { WALLETS } from "../fleet.ts";
import { Http, type Answer, type Call } from "../http.ts";
import { firstIsSilent, reporting, wake } from "../stage.ts";
import { openBooks, phonesOf, setThreshold, setUpMerchants, setUpPhones, setUpWallets, walletId, type Ground } from "../setup.ts";
import { Random } from "../random.ts";
import { Person } from "../staff.ts";
import { DemoState, type DemoAccount } from "../state.ts";
import { Batches } from "./batches.ts";
import { HistoryClock } from "./clock.ts";
import { Desk } from "./desk.ts";

/** Where a history is made. */
export interface Place {
  readonly appUrl: string;
  readonly ownerUrl: string;
  readonly secretKey: Buffer;
  readonly dataDir: string;
  /** Settings of the environment, as the product reads them. */
  readonly env: NodeJS.ProcessEnv;
}

/** Calls of the set-up, handed to the product without a wire. */
class InProcess extends Http {
  constructor(private readonly product: Product) {
    super(ADDRESS);
  }

  override async send<T>(call: Call): Promise<Answer<T>> {
    const answer = await this.product.http.inject({
      method: call.method as "GET",
      url: call.path,
      ...(call.headers ? { headers: call.headers } : {}),
      ...(call.body === undefined ? {} : { payload: call.body }),
    });
    const envelope = answer.json<{ success: boolean; data: T; error?: Answer<T>["error"] }>();
    return {
      status: answer.statusCode,
      headers: new Headers(),
      data: envelope.success ? envelope.data : null,
      error: envelope.success ? null : (envelope.error ?? null),
    };
  }
}

/** Stands in the demo's file until the server writes its own. */
const ADDRESS = "http://history.invalid";
const FILE_WAIT_MS = 1_000;
/** A merchant's own server does not run yet: notifications are written as they would have gone. */
const WEBHOOK_PORT = 1;
/** Somebody tries the phones of wallets whose operator adds commission without a word: before a first message nothing tells it. Minor units. */
const TRIED = 10_00n;

/** What a history plays with. */
export interface Room {
  readonly app: Product["app"];
  /** The operators' side; its clock is the history's. */
  readonly bank: Bank;
  readonly clock: HistoryClock;
  readonly desk: Desk;
  /** Signs somebody in: for work that goes on in a session after the call that began it. */
  readonly person: (account: string) => Person;
  /** Keeps somebody's password for whoever looks at the demo. */
  readonly addAccount: (account: DemoAccount) => void;
  readonly batches: Batches;
  /** Of a wallet by its key: the product's ids, and the phone that reports for it. */
  readonly wallet: (key: string) => { readonly id: bigint; readonly publicId: string; readonly deviceId: bigint };
  readonly keyOf: (walletId: bigint) => string;
  /** Of a merchant by its place in the fleet. */
  readonly merchants: readonly { readonly id: bigint; readonly publicId: string; readonly key: string; readonly account: string }[];
  /** Phones are seen until this moment. */
  readonly seen: (untilMs: number) => Promise<void>;
  /** Notifications were delivered when their last try says, not when that was written. */
  readonly delivered: (ids: readonly bigint[]) => Promise<void>;
  /** Leads the database back to its own time and gives everything up. */
  leave(): Promise<void>;
}

async function setUp(product: Product, dataDir: string, bank: Bank): Promise<Ground> {
  const state = await DemoState.open(dataDir, [ADDRESS], FILE_WAIT_MS);
  const http = new InProcess(product);
  const person = (type: string, place = 0): Person => {
    const { account, password } = state.account(type, place);
    return new Person(http, account, password);
  };
  const ground: Ground = { state, http, admin: person("admin") };
  await setUpMerchants(ground, WEBHOOK_PORT);
  await setUpWallets(ground);
  await setThreshold(ground);
  const phones = await setUpPhones(ground, product.app.now);
  for (const { key, opening } of WALLETS) bank.open(key, opening);
  await wake(bank, phones, (phone) => reporting(phones, phone), new Random("wake"));
  const people = { finance: person("finance"), second: person("finance", 1) };
  const silent = WALLETS.filter(firstIsSilent);
  await openBooks(
    ground,
    people,
    (key) => bank.balanceOf(key),
    WALLETS.filter((wallet) => !firstIsSilent(wallet)),
  );
  for (const { key } of silent) await phonesOf(phones, key).first.deliver(bank.receive(key, { amount: TRIED, payer: "01911000000" }).sms);
  // Only those were tried; the others' first message is a payer's.
  state.known.tested.push(...WALLETS.map(({ key }) => key));
  await openBooks(ground, people, (key) => bank.balanceOf(key), silent);
  for (const phone of phones) phone.stop();
  state.save();
  return ground;
}

function idOf(app: Product["app"], kind: "wallet" | "merchant" | "device", publicId: string): bigint {
  const id = app.publicIds.decode(kind, publicId);
  if (id === null) throw new Error(`${publicId} is no ${kind}`);
  return id;
}

async function namesOf({ app }: Product, { state }: Ground): Promise<Room["wallet"]> {
  const rows = await app.db.rows<{ wallet_id: bigint; device_id: bigint }>(
    "select wallet_id, min(device_id) as device_id from device_links where ended_at is null group by wallet_id",
  );
  const devices = new Map(rows.map((row) => [row.wallet_id, row.device_id]));
  return (key) => {
    const publicId = walletId(state, key);
    const id = idOf(app, "wallet", publicId);
    return { id, publicId, deviceId: devices.get(id) ?? 0n };
  };
}

/** Starts the product where the clock stands at `startMs`, and sets the demo up. */
export async function enter(place: Place, seed: string, startMs: number): Promise<Room> {
  const owner = new pg.Client({ connectionString: place.ownerUrl });
  // Where the database is ended before the history is, the next statement says so.
  owner.on("error", () => undefined);
  await owner.connect();
  await owner.query("set synchronous_commit = off");
  await owner.query("select make_partitions_between($1::date, now()::date)", [new Date(startMs - 86_400_000).toISOString()]);
  const clock = await HistoryClock.install(owner, startMs);
  const product = await startProduct({
    env: readEnv({ ...place.env, LOG_LEVEL: "error", ROLE: "api", FLOATDESK_DEMO: "1", SANDBOX: "1", WEBHOOK_ALLOW_PRIVATE: "1" }),
    appUrl: HistoryClock.address(place.appUrl),
    secretKey: place.secretKey,
    // What fails ends the history by itself.
    log: pino({ level: place.env["LOG_LEVEL"] === "debug" ? "error" : "fatal" }),
    poolMax: 8,
    now: clock.now,
  });
  const { app } = product;
  // Nobody listens, and nothing is sent.
  Object.assign(app, { events: { publish: () => undefined }, wakeOutbox: () => undefined });
  await product.http.ready();
  await writeDemoFile(app, place.dataDir, ADDRESS, await ensureFirstAdmin(app), () => undefined);
  const bank = new Bank(new Map(WALLETS.map((wallet) => [wallet.key, wallet])), new Random(`${seed}/history/bank`), `h${startMs.toString(36)}`, clock.now);
  const ground = await setUp(product, place.dataDir, bank);
  const desk = new Desk(app, "history-");
  await desk.load();
  const wallet = await namesOf(product, ground);
  const keys = new Map(WALLETS.map(({ key }) => [wallet(key).id, key]));
  return {
    app,
    bank,
    clock,
    desk,
    person: (account) => new Person(ground.http, account, ground.state.named(account).password),
    addAccount: (account) => ground.state.addAccount(account),
    batches: new Batches(app, clock),
    wallet,
    keyOf: (id) => keys.get(id) ?? fail(`wallet ${id} is none of the demo`),
    merchants: Object.entries(ground.state.known.merchants).map(([key, { id }]) => ({ id: idOf(app, "merchant", id), publicId: id, key, account: key })),
    seen: async (untilMs) => {
      await owner.query("update devices set first_seen_at = coalesce(first_seen_at, $1), last_seen_at = $1, battery = 35 + id % 60, queue_length = 0", [
        new Date(untilMs),
      ]);
    },
    delivered: async (ids) => {
      await owner.query("update deliveries set delivered_at = (attempt_log -> -1 ->> 'at')::timestamptz where id = any ($1)", [ids.map(String)]);
    },
    async leave() {
      await product.stop();
      await clock.remove();
      await owner.end();
    },
  };
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
