/** The phones that may speak, with the wallets they report for, remembered while nothing about them changes. */
import type { Sim } from "../../../domain/forwarders/types.ts";
import type { DeviceApp } from "../../../contract/wallets.ts";
import type { App } from "../../platform/context.ts";
import { BulkCache } from "../../platform/bulk-cache.ts";
import type { RateLimiter } from "../../platform/http/rate.ts";
import { sharedLimiter } from "../../platform/http/shared-limits.ts";
import { referenceDataVersion } from "../../platform/reference-version.ts";

/** (device, card) -> wallet. */
export interface DeviceLink {
  readonly walletId: bigint;
  readonly sim: Sim | "any";
  readonly bound: boolean;
  readonly operator: string;
  readonly name: string;
  readonly account: string;
  readonly enabled: boolean;
  readonly ipWhitelist: readonly string[];
}
export interface DeviceRecord {
  readonly id: bigint;
  readonly app: DeviceApp;
  readonly revoked: boolean;
  /** Sealed, see `signingBinding`; null: none. */
  readonly signingSecret: Buffer | null;
  /** A good signature has come since it got its present address: from then on none may be missing. */
  readonly signs: boolean;
  /** Oldest binding first. */
  readonly links: readonly DeviceLink[];
}

/** A revocation is seen within this time. */
const REMEMBERED_MS = 500;

interface RawDevice {
  readonly id: bigint;
  readonly app: DeviceApp;
  readonly revoked: boolean;
  readonly signing_secret: Buffer | null;
  readonly signs: boolean;
  readonly links: readonly {
    wallet_id: string;
    sim: Sim | "any";
    bound: boolean;
    operator: string;
    name: string;
    account: string;
    enabled: boolean;
    ip_whitelist: string[];
  }[];
}

const SELECT = `select d.id, d.app, d.revoked_at is not null as revoked, d.signing_secret, d.signs_since is not null as signs,
  (select coalesce(jsonb_agg(jsonb_build_object('wallet_id', l.wallet_id::text, 'sim', l.sim, 'bound', l.bound_at is not null, 'operator', w.operator, 'name', w.name, 'account', w.account,
     'enabled', w.enabled and w.deleted_at is null, 'ip_whitelist', to_jsonb(w.ip_whitelist)) order by l.bound_at nulls last, l.id), '[]')
   from device_links l join wallets w on w.id = l.wallet_id where l.device_id = d.id and l.ended_at is null) as links from devices d`;

function recordOf(row: RawDevice): DeviceRecord {
  return {
    id: row.id,
    app: row.app,
    revoked: row.revoked,
    signingSecret: row.signing_secret,
    signs: row.signs,
    links: row.links.map((link) => ({
      walletId: BigInt(link.wallet_id),
      sim: link.sim,
      bound: link.bound,
      operator: link.operator,
      name: link.name,
      account: link.account,
      enabled: link.enabled,
      ipWhitelist: link.ip_whitelist,
    })),
  };
}

const COLUMNS = ["token_hash", "hook_hash", "id"] as const;
type Column = (typeof COLUMNS)[number];
/** A key of the cache: the column and its value as text, hashes as base64. */
const keyOf = (column: Column, value: string | bigint): string => `${column} ${value}`;

/** Reads the phones of many keys, one statement a kind of key. */
async function loadMany(app: App, keys: readonly string[]): Promise<ReadonlyMap<string, DeviceRecord>> {
  const found = new Map<string, DeviceRecord>();
  for (const column of COLUMNS) {
    const texts = keys.filter((key) => key.startsWith(`${column} `)).map((key) => key.slice(column.length + 1));
    if (texts.length === 0) continue;
    const values = column === "id" ? texts : texts.map((text) => Buffer.from(text, "base64"));
    const rows = await app.db.side.rows<RawDevice & { key: Buffer | bigint }>(
      `${SELECT.replace("select ", `select d.${column} as key, `)} where d.${column} = any ($1)`,
      [values],
      `devices_by_${column}`,
    );
    for (const row of rows) found.set(keyOf(column, typeof row.key === "bigint" ? row.key : row.key.toString("base64")), recordOf(row));
  }
  return found;
}

/** Look-ups by credential and by id; phones that speak often are read again together, not one by one. */
export class DeviceDirectory {
  private readonly cache: BulkCache<DeviceRecord>;
  /** Requests a second of each phone, in whatever process. */
  readonly limiter: RateLimiter;

  constructor(app: App) {
    this.cache = new BulkCache((keys) => loadMany(app, keys), { ttlMs: REMEMBERED_MS, version: referenceDataVersion(app) });
    this.limiter = sharedLimiter(app, "devices");
  }

  /** The phone of a bearer token, by its `credentialKey`; revoked ones too; null: nobody's. */
  async byToken(key: string): Promise<DeviceRecord | null> {
    return this.cache.get(keyOf("token_hash", key));
  }

  /** The phone of a hook token, by its `credentialKey`; revoked ones too; null: nobody's. */
  async byHook(key: string): Promise<DeviceRecord | null> {
    return this.cache.get(keyOf("hook_hash", key));
  }

  /** The phone of an id. */
  async byId(id: bigint): Promise<DeviceRecord | null> {
    return this.cache.get(keyOf("id", id));
  }

  /** Forgets everything, after bindings were changed here: this process sees them at once. */
  forget(): void {
    this.cache.clear();
  }
}

const directories = new WeakMap<App, DeviceDirectory>();

/** The directory of an app; one for the bearer calls and the hooks. */
export function directoryOf(app: App): DeviceDirectory {
  let directory = directories.get(app);
  if (!directory) directories.set(app, (directory = new DeviceDirectory(app)));
  return directory;
}
