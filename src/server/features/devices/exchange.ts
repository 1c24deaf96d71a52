/** The phone's side of binding: a one-time code becomes a device token. */
import type * as z from "zod";
import { foldPublicId } from "../../../contract/ids.ts";
import type { deviceBind, deviceBound } from "../../../contract/devices.schema.ts";
import type { Operator } from "../../../contract/operators.ts";
import { Undone } from "../../platform/db/undone.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, Ctx, PublicActor } from "../../platform/context.ts";
import { violated, type Tx } from "../../platform/db/pool.ts";
import { lockRouting } from "../../platform/db/routing-lock.ts";
import { Refused } from "../../platform/refusal.ts";
import { credentialHash, randomToken } from "../../platform/secrets.ts";
import { choosePayoutDevice, payoutDeviceOf } from "../wallets/index.ts";
import { networkOrNull } from "./admit.ts";
import { directoryOf } from "../../core/devices/directory.ts";
import { bindLimit, guarded } from "../../core/session/throttle.ts";
import { Turns } from "./turns.ts";

/** Within a process one code of an address at a time: many phones may be bound from one network, and a right code is no guess. */
const turns = new WeakMap<App, Turns>();

function turnsOf(app: App): Turns {
  let known = turns.get(app);
  if (!known) turns.set(app, (known = new Turns()));
  return known;
}

type Input = z.output<typeof deviceBind>;
interface Claimed {
  readonly wallet_id: bigint;
  readonly device_id: bigint | null;
  readonly sim: string;
  readonly payout: boolean;
}

/** The code opens nothing, or nothing any more. */
const unusable = (): Refused => new Refused("invalid_bind_code", { fields: { code: "invalid" } });

/** Reads a code as people type it: lower case, blanks, hyphens, O for 0, I and L for 1. */
function foldCode(unchecked: string): string {
  // The fold of public ids leaves the first character, which is a letter there; a code has none.
  return foldPublicId(`X${unchecked.replace(/^\s+/, "")}`).slice(1);
}

/**
 * Exchanges a code for a token. A code works once: of many callers at the same moment one succeeds.
 * Refuses invalid_bind_code; rate_limited after five wrong tries of an address in a minute
 */
export function exchangeCode(ctx: Ctx<PublicActor>, input: Input): Promise<Answer<z.input<typeof deviceBound>>> {
  return turnsOf(ctx.app).run(ctx.ip ?? "unknown", () => guarded(ctx.app, [bindLimit(ctx.ip)], () => exchange(ctx, input)));
}

async function exchange(ctx: Ctx<PublicActor>, input: Input): Promise<Answer<z.input<typeof deviceBound>>> {
  const answer = await ctx.tx(async (tx) => {
    const claimed = await tx.one<Claimed>(
      "update bind_codes set used_at = to_timestamp($2 / 1000.0) where code_hash = $1 and used_at is null and expires_at > to_timestamp($2 / 1000.0) returning wallet_id, device_id, sim, payout",
      [credentialHash(foldCode(input.code)), ctx.app.now()],
    );
    if (!claimed) return unusable();
    const wallet = await tx.one<{ name: string; account: string; operator: Operator; version: number; deleted: boolean }>(
      "select name, account, operator, version, deleted_at is not null as deleted from wallets where id = $1",
      [claimed.wallet_id],
    );
    if (!wallet || wallet.deleted) return unusable();
    // One phone at a time joins a wallet, so that two cannot both become the first one that pays out.
    await lockRouting(tx, wallet.operator);
    const token = `dt_${randomToken()}`;
    const deviceId = claimed.device_id === null ? await newDevice(ctx, tx, claimed, token, input) : await takeOver(ctx, tx, claimed.device_id, token, input);
    if (deviceId instanceof Refused) return deviceId;
    await audit(ctx, tx, {
      action: "devices.bind",
      objectType: "wallet",
      objectId: ctx.app.publicIds.encode("wallet", claimed.wallet_id),
      after: { device: ctx.app.publicIds.encode("device", deviceId), name: input.device.name, app: "native" },
    });
    ctx.emit({ kind: "wallets", objectId: claimed.wallet_id, version: wallet.version, change: "changed", merchantId: null });
    return { token, wallet: { name: wallet.name, account: wallet.account, operator: wallet.operator } };
  });
  if (!(answer instanceof Undone)) directoryOf(ctx.app).forget();
  return answer;
}

async function newDevice(ctx: Ctx, tx: Tx, claimed: Claimed, token: string, input: Input): Promise<bigint | Refused> {
  const id = ctx.app.ids.next();
  const nowMs = ctx.app.now();
  await tx.run(
    `insert into devices (id, name, app, model, app_version, token_hash, first_seen_at, last_seen_at, last_ip, last_network)
     values ($1, $2, 'native', $3, $4, $5, to_timestamp($6 / 1000.0), to_timestamp($6 / 1000.0), $7, $8)`,
    [id, input.device.name, input.device.model ?? null, input.device.app_version ?? null, credentialHash(token), nowMs, ctx.ip, networkOrNull(ctx.ip)],
  );
  try {
    await tx.run("insert into device_links (id, device_id, sim, wallet_id, bound_at) values ($1, $2, $3, $4, to_timestamp($5 / 1000.0))", [
      ctx.app.ids.next(),
      id,
      claimed.sim,
      claimed.wallet_id,
      nowMs,
    ]);
  } catch (error) {
    if (violated(error) === "device_links_open") return unusable();
    throw error;
  }
  if (claimed.payout || (await payoutDeviceOf(tx, claimed.wallet_id)) === null) await choosePayoutDevice(tx, claimed.wallet_id, id);
  return id;
}

/** A new phone takes the place of an old one: same record, same cards, new token, counter from the beginning. */
async function takeOver(ctx: Ctx, tx: Tx, id: bigint, token: string, input: Input): Promise<bigint | Refused> {
  const changed = await tx.run(
    `update devices set name = $2, model = $3, app_version = $4, token_hash = $5, counter = 0, last_seen_at = to_timestamp($6 / 1000.0), last_ip = $7, last_network = $8, last_refused = null,
       last_refused_at = null, clock_skew_ms = null where id = $1 and revoked_at is null`,
    [id, input.device.name, input.device.model ?? null, input.device.app_version ?? null, credentialHash(token), ctx.app.now(), ctx.ip, networkOrNull(ctx.ip)],
  );
  if (changed !== 1) return unusable();
  await tx.run("update device_links set bound_at = coalesce(bound_at, to_timestamp($2 / 1000.0)) where device_id = $1 and ended_at is null", [
    id,
    ctx.app.now(),
  ]);
  return id;
}
