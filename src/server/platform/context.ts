/** What every verb works with: who acts, from where, and the parts of the running application. */
import type { Logger } from "pino";
import type { Config } from "../../contract/config.ts";
import type { LiveEvent } from "../../contract/events.ts";
import type { Rights, UserType } from "../../contract/permissions.ts";
import type { Answer } from "./answer.ts";
import type { IdMinter, PublicIds } from "./db/ids.ts";
import type { Db, Tx } from "./db/pool.ts";
import type { Secrets } from "./secrets.ts";
import type { Env } from "./env.ts";
import type { SearchLimits } from "./lists/limits.ts";

export interface UserActor {
  readonly type: "user";
  readonly id: bigint;
  readonly account: string;
  readonly userType: UserType;
  /** What he may do: his type's permissions, less what his custom role leaves out. */
  readonly rights: Rights;
  readonly merchantId: bigint | null;
  readonly sessionId: bigint;
  /** Until when a re-authentication of this session holds, ms; 0: none. A sensitive act moves it. */
  recheckedUntilMs: number;
  /** This call answers amounts that his rights mask: he said why (`core/privacy/reveal.ts`). */
  amountsRevealed?: boolean;
  /** A sensitive act asked for it in this call, which moves its end. */
  recheckAsked?: boolean;
}
export interface MerchantActor {
  readonly type: "merchant";
  readonly merchantId: bigint;
  readonly appId: string;
}
export interface DeviceActor {
  readonly type: "device";
  readonly deviceId: bigint;
}
export interface JobActor {
  readonly type: "job";
  readonly name: string;
}
export interface PublicActor {
  readonly type: "public";
}
export type Actor = UserActor | MerchantActor | DeviceActor | JobActor | PublicActor;

/** Reads the current parameters; a change anywhere is seen within a second. */
export interface ConfigStore {
  readonly current: Config;
  readonly version: number;
  /** True when the deployment was started as a sandbox (rule 18). */
  readonly sandbox: boolean;
  reload(): Promise<void>;
}

/** A live event with who may see it: staff always, a merchant's users when `merchantId` is theirs. */
export interface OutgoingEvent extends Omit<LiveEvent, "id"> {
  readonly objectId: bigint;
  readonly merchantId: bigint | null;
}

/** Tells every process what changed, after the commit. */
export interface EventBus {
  publish(events: readonly OutgoingEvent[]): void;
}

/** What is known of the workers of this deployment. */
export interface WorkersState {
  /** Workers that say that they live, and those that fell silent within the last hour. */
  readonly alive: number;
  readonly silent: number;
  /** Since the last sign of life of any of them, ms, also of one that has stopped since; null: this process has seen none. */
  readonly ageMs: number | null;
  /** True while that is not too long ago: a worker that is restarted is not missed. */
  readonly working: boolean;
}

/** What every process knows of the workers. */
export interface Workers {
  /** As of the last look, grown older since; a look that fails leaves it growing. */
  state(): WorkersState;
}

/** The parts of the running application; the core adds its own (`core/context.ts`). */
export interface App {
  readonly env: Env;
  readonly db: Db;
  readonly ids: IdMinter;
  readonly publicIds: PublicIds;
  readonly config: ConfigStore;
  readonly secrets: Secrets;
  readonly events: EventBus;
  readonly log: Logger;
  /** Who runs jobs and sends notifications, as of a few seconds ago. */
  readonly workers: Workers;
  /** The database's clock, ms. Everything that decides about time asks here. */
  readonly now: () => number;
  /** How long lists search; left out: as `platform/lists/limits.ts` says. Tests make it short. */
  readonly searchLimits?: SearchLimits;
}

/** One call of a verb. */
export interface Ctx<A extends Actor = Actor> {
  readonly app: App;
  readonly actor: A;
  readonly ip: string | null;
  readonly requestId: string;
  /** True for requests of no person's act (`X-Background: 1`). */
  readonly background: boolean;
  /**
   * Runs the verb's work in one transaction. With an `Idempotency-Key` the key is claimed first and the answer stored
   * with it, so what `work` returns must be the answer's data; a key that was used before answers what is stored, without
   * any work. Work that answers a refusal or that it waits is rolled back; what waits is kept then (`platform/answer.ts`).
   * Events published inside are sent after the commit.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<Answer<T>>;
  /**
   * What has to be kept although the act was refused, in a transaction of its own. Left out where that is simply the next one; an item
   * of a job has its end in its own transaction, and its rehearsal leaves nothing.
   */
  readonly aside?: (work: (tx: Tx) => Promise<void>) => Promise<void>;
  /** Set while an approved act is run for its checker: the request that it fulfils. */
  readonly approval?: {
    readonly id: bigint;
    readonly kind: string;
    readonly objectId: bigint;
    readonly action: string;
    /** Accounts of who asked and who said yes. */
    readonly maker: string;
    readonly checker: string;
  };
  /** Set while an item of a job on many objects runs: what all of them move together, minor units. Thresholds look at it, too. */
  readonly together?: { readonly sumMinor: bigint };
  /** Queues live events until the transaction has committed. */
  emit(...events: OutgoingEvent[]): void;
}
export type UserCtx = Ctx<UserActor>;
export type MerchantCtx = Ctx<MerchantActor>;
export type DeviceCtx = Ctx<DeviceActor>;
