/** Bind: a one-time code for the native app, a hook address for the others, or another card of a known phone. */
import { randomBytes } from "node:crypto";
import type { WalletBind, WalletBound } from "../../../contract/wallets.schema.ts";
import type { DeviceApp } from "../../../contract/wallets.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { violated, type Tx } from "../../platform/db/pool.ts";
import { directoryOf } from "../../core/devices/directory.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { credentialHash, randomToken } from "../../platform/secrets.ts";
import { bumpVersion, deviceNamed, emitWallet, lockLiveWallet, walletName, type LockedWallet } from "./locked.ts";
import { choosePayoutDevice, payoutDeviceOf } from "./payout-device.ts";
import { bindQr, hookPath, hookTemplate, publicBase } from "../../core/parties/templates.ts";

/** Crockford's alphabet: nothing that is misread; 256 is a multiple of its length, so a byte gives a fair character. */
const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const CODE_LENGTH = 10;
const HOOK_TOKEN_BYTES = 16;
const SIGNING_SECRET_BYTES = 24;

type Bound = Omit<WalletBound, "version">;
type HookApp = Exclude<DeviceApp, "native">;
interface KnownDevice {
  readonly id: bigint;
  readonly app: DeviceApp;
  readonly first_seen_at: Date | null;
}

/** What a phone's signing secret is bound to at rest. */
export const signingBinding = (deviceId: bigint): string => `device-signing:${deviceId}`;

function newCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join("");
}

/**
 * Binds a phone to a wallet. A further bind adds a reporting device. With `device_id` and `sim` a known phone's card
 * is given to the wallet; with `device_id` alone the phone gets a new code or address and keeps its history.
 * What it gives out is believed about money that came, and takes payouts: who binds has proven himself of late.
 * Refuses recheck_required, not_found, conflict, validation_failed, already_exists
 */
export async function bindWallet(ctx: UserCtx, id: bigint, input: WalletBind): Promise<Answer<WalletBound>> {
  const deviceId = deviceNamed(ctx, input.device_id);
  if (deviceId instanceof Refused) return deviceId;
  await requireRecheck(ctx);
  const answer = await ctx.tx(async (tx) => {
    const wallet = await lockLiveWallet(tx, id, input.version);
    if (wallet instanceof Refused) return wallet;
    const device = deviceId === null ? null : await knownDevice(tx, deviceId, input.app);
    if (device instanceof Refused) return device;
    // Forwarders report messages; only the native app takes payouts.
    if (input.payout === true && (device?.app ?? input.app ?? "native") !== "native") return refusedField("payout", "not_allowed");
    const bound = device ? await bindKnown(ctx, tx, wallet, device, input) : await bindNew(ctx, tx, wallet, input);
    if (bound instanceof Refused) return bound;
    const version = await bumpVersion(tx, wallet);
    await audit(ctx, tx, {
      action: "wallets.bind",
      objectType: "wallet",
      objectId: walletName(ctx, id),
      after: { app: bound.app, device: input.device_id ?? null, sim: input.sim ?? null, payout: input.payout ?? null },
    });
    emitWallet(ctx, id, version);
    return { ...bound, version };
  });
  directoryOf(ctx.app).forget();
  return answer;
}

async function knownDevice(tx: Tx, id: bigint, app: DeviceApp | undefined): Promise<KnownDevice | Refused> {
  const device = await tx.one<KnownDevice>("select id, app, first_seen_at from devices where id = $1 and revoked_at is null for no key update", [id]);
  if (!device) return refusedField("device_id");
  if (app !== undefined && app !== device.app) return refusedField("app", "mismatch");
  return device;
}

async function bindNew(ctx: UserCtx, tx: Tx, wallet: LockedWallet, input: WalletBind): Promise<Bound | Refused> {
  const app = input.app ?? "native";
  if (app === "native") return issueCode(ctx, tx, wallet.id, null, input);
  const deviceId = ctx.app.ids.next();
  await tx.run("insert into devices (id, name, app) values ($1, $2, $3)", [deviceId, wallet.name, app]);
  return (await link(ctx, tx, deviceId, wallet.id, input.sim, null)) ?? issueHook(ctx, tx, deviceId, app);
}

async function bindKnown(ctx: UserCtx, tx: Tx, wallet: LockedWallet, device: KnownDevice, input: WalletBind): Promise<Bound | Refused> {
  const { sim } = input;
  const boundMs = device.first_seen_at === null ? null : ctx.app.now();
  const before = await payoutDeviceOf(tx, wallet.id);
  const linked = await tx.one<{ sim: string }>(
    "select sim from device_links where device_id = $1 and wallet_id = $2 and ended_at is null order by id limit 1",
    [device.id, wallet.id],
  );
  if (sim === undefined) {
    const against = linked ? null : ((await severalCards(tx, device.id, wallet.id)) ?? (await link(ctx, tx, device.id, wallet.id, undefined, boundMs)));
    if (against) return against;
    if (device.app !== "native") return issueHook(ctx, tx, device.id, device.app);
    await keepOrChoose(tx, wallet.id, device, before, input.payout);
    return issueCode(ctx, tx, wallet.id, device.id, {});
  }
  await tx.run("update device_links set ended_at = to_timestamp($3 / 1000.0) where device_id = $1 and wallet_id = $2 and ended_at is null", [
    device.id,
    wallet.id,
    ctx.app.now(),
  ]);
  const taken = await link(ctx, tx, device.id, wallet.id, sim, boundMs);
  if (taken) return taken;
  await keepOrChoose(tx, wallet.id, device, before, input.payout);
  return { app: device.app, code: null, expires_at: null, qr: null, hook_url: null, signing_secret: null, template: null };
}

/** Another card or a new code changes nothing about who pays out, unless asked for or nobody did. */
async function keepOrChoose(tx: Tx, walletId: bigint, device: KnownDevice, before: bigint | null, asked: boolean | undefined): Promise<void> {
  if (device.app !== "native") return;
  if (asked === true || (asked === undefined && (before === null || before === device.id))) await choosePayoutDevice(tx, walletId, device.id);
  else if (before === device.id) await choosePayoutDevice(tx, walletId, null);
}

/** A phone that reports for another wallet already needs to be told which card this one is. Null: it does not. */
async function severalCards(tx: Tx, deviceId: bigint, walletId: bigint): Promise<Refused | null> {
  const others = await tx.rows("select 1 from device_links where device_id = $1 and wallet_id <> $2 and ended_at is null limit 1", [deviceId, walletId]);
  return others.length > 0 ? refusedField("sim", "required") : null;
}

/** Ties (device, card) to a wallet; else already_exists. `boundMs` null: bound at the phone's first authenticated request. */
async function link(ctx: UserCtx, tx: Tx, deviceId: bigint, walletId: bigint, sim: WalletBind["sim"], boundMs: number | null): Promise<Refused | null> {
  try {
    await tx.run("insert into device_links (id, device_id, sim, wallet_id, bound_at) values ($1, $2, $3, $4, to_timestamp($5::float8 / 1000.0))", [
      ctx.app.ids.next(),
      deviceId,
      sim ?? "any",
      walletId,
      boundMs,
    ]);
    return null;
  } catch (error) {
    if (violated(error) === "device_links_open") return new Refused("already_exists", { fields: { sim: "taken" } });
    throw error;
  }
}

async function issueCode(ctx: UserCtx, tx: Tx, walletId: bigint, deviceId: bigint | null, how: Pick<WalletBind, "sim" | "payout">): Promise<Bound> {
  const code = newCode();
  const expiresMs = ctx.app.now() + ctx.app.config.current.bind_code_minutes * 60_000;
  await tx.run(
    "insert into bind_codes (code_hash, wallet_id, device_id, sim, created_by, expires_at, payout) values ($1, $2, $3, $4, $5, to_timestamp($6 / 1000.0), $7)",
    [credentialHash(code), walletId, deviceId, how.sim ?? "any", ctx.actor.id, expiresMs, how.payout ?? false],
  );
  return {
    app: "native",
    code,
    expires_at: new Date(expiresMs).toISOString(),
    qr: bindQr(publicBase(ctx.app.env), code),
    hook_url: null,
    signing_secret: null,
    template: null,
  };
}

/** Gives a device a new address and signing secret; the ones before stop working with the commit. */
async function issueHook(ctx: UserCtx, tx: Tx, deviceId: bigint, app: HookApp): Promise<Bound> {
  const token = randomToken(HOOK_TOKEN_BYTES);
  const secret = randomToken(SIGNING_SECRET_BYTES);
  await tx.run("update devices set hook_hash = $2, signing_secret = $3, signs_since = null where id = $1", [
    deviceId,
    credentialHash(token),
    ctx.app.secrets.seal(secret, signingBinding(deviceId)),
  ]);
  const url = `${publicBase(ctx.app.env)}${hookPath(token)}`;
  return { app, code: null, expires_at: null, qr: null, hook_url: url, signing_secret: secret, template: hookTemplate(app, url, secret) };
}
