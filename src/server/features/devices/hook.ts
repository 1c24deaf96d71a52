/** One request of a forwarding app: recognised, its signature checked, its messages stored. */
import { createHash } from "node:crypto";
import { operatorConfig } from "../../../contract/config.ts";
import type { Operator } from "../../../contract/operators.ts";
import { checkBodySign, checkJwt, checkSmsForwarder, SIGNATURE_WINDOW_MS, type SignatureVerdict } from "../../../domain/forwarders/signatures.ts";
import { recognise } from "../../../domain/forwarders/recognise.ts";
import type { ForwardedMessage, ForwarderRequest, HookApp, Recognised } from "../../../domain/forwarders/types.ts";
import { maskOneTimeCodes } from "../../../domain/messages/index.ts";
import type { App } from "../../platform/context.ts";
import { refuse, Refused } from "../../platform/refusal.ts";
import { networkOrNull } from "./admit.ts";
import type { DeviceLink, DeviceRecord } from "../../core/devices/directory.ts";
import { alertDevice, markBound, noteRefusal, noteSigns, tellHome, touch, watchNetwork, writeAlert } from "./notes.ts";
import { notePing } from "./pings.ts";
import { SeenOnce } from "./seen-once.ts";
import { linkBySender, linkOf, looksSwapped } from "./sims.ts";

/**
 * Apps that sign every request. The others do where the person who set them up gave them the secret, which the server
 * learns from their first good signature: what came signed once is not believed unsigned again.
 */
const ALWAYS_SIGNS: readonly HookApp[] = ["android_sms_gateway", "httpsms"];

/** A request at a hook address, after its phone was admitted. */
export interface HookCall {
  readonly record: DeviceRecord;
  readonly request: Omit<ForwarderRequest, "boundApp">;
  /** Path of the address, which tokens of httpSMS name as their audience. */
  readonly path: string;
  readonly ip: string | null;
  readonly requestId: string;
  /** Opens the phone's signing secret. */
  readonly secret: () => string | null;
}
export interface HookItem {
  readonly id: string | null;
  readonly result: "stored" | "duplicate" | "unassigned";
}
export interface HookAnswer {
  readonly data: { readonly event: string; readonly items: readonly HookItem[] };
  readonly reply: Recognised["reply"];
}

const used = new WeakMap<App, SeenOnce>();

function usedSignatures(app: App): SeenOnce {
  let seen = used.get(app);
  if (!seen) used.set(app, (seen = new SeenOnce(2 * SIGNATURE_WINDOW_MS, app.now)));
  return seen;
}

/**
 * Handles one request.
 * Refuses malformed for what is cut, empty or unreadable; unauthorized for a wrong, stale or missing signature
 */
export async function takeHook(app: App, call: HookCall): Promise<HookAnswer | Refused> {
  const { record } = call;
  // A hook address belongs to a hook app; the native app has none.
  const boundApp = record.app as HookApp;
  const found = recognise({ ...call.request, boundApp });
  if (!found.ok) {
    noteRefusal(app, record.id, `body_${found.reason}`);
    return new Refused("malformed");
  }
  const signed = checkSignature(app, call, boundApp, found);
  if (signed && !record.signs && !ALWAYS_SIGNS.includes(boundApp)) await noteSigns(app, record.id);
  const network = networkOrNull(call.ip);
  await markBound(app, record, call.ip, call.requestId);
  await watchNetwork(app, record, call.ip, network);
  if (found.alive) await touch(app, record.id, call.ip, null, found.phone);
  if (found.ping) await notePing(app, record.id);
  if (found.encrypted) await flagEncrypted(app, record);
  if (found.note) noteRefusal(app, record.id, found.note);
  const data = { event: found.event, items: await storeOnce(app, record, found) };
  return { data, reply: found.reply };
}

function verdictOf(call: HookCall, found: Recognised, nowMs: number): SignatureVerdict | "missing" {
  const { signature } = found;
  if (!signature) return "missing";
  const secret = call.secret();
  if (secret === null) return "wrong";
  switch (signature.kind) {
    case "smsforwarder":
      return checkSmsForwarder(secret, signature.timestamp, signature.sign, nowMs);
    case "body":
      return checkBodySign(secret, call.request.body, signature.timestamp, signature.hex, nowMs);
    case "jwt":
      return checkJwt(secret, signature.token, call.path, nowMs);
  }
}

/** Answers whether it was signed. @throws Refusal unauthorized */
function checkSignature(app: App, call: HookCall, boundApp: HookApp, found: Recognised): boolean {
  const verdict = verdictOf(call, found, app.now());
  if (verdict === "good") return true;
  if (verdict === "missing" && !call.record.signs && !ALWAYS_SIGNS.includes(boundApp) && !ALWAYS_SIGNS.includes(found.app)) return false;
  noteRefusal(app, call.record.id, `signature_${verdict}`);
  return refuse("unauthorized");
}

async function flagEncrypted(app: App, record: DeviceRecord): Promise<void> {
  noteRefusal(app, record.id, "encrypted");
  await alertDevice(app, "device_encrypted", record.id, { data: { app: record.app } });
}

/** Stores the messages; a captured signature that comes back with the same content stores nothing. */
async function storeOnce(app: App, record: DeviceRecord, found: Recognised): Promise<HookItem[]> {
  const key = found.signature?.kind === "smsforwarder" ? replayKey(record.id, found.signature.timestamp, found.messages) : null;
  if (key !== null && usedSignatures(app).has(key)) return found.messages.map(() => ({ id: null, result: "duplicate" }));
  const items = await Promise.all(found.messages.map((message) => store(app, record, message)));
  if (key !== null) usedSignatures(app).keep(key);
  return items;
}

function replayKey(deviceId: bigint, timestamp: string, messages: readonly ForwardedMessage[]): string {
  return createHash("sha256")
    .update(JSON.stringify([String(deviceId), timestamp, messages.map((message) => [message.sender, message.text, message.sim])]))
    .digest("base64");
}

async function store(app: App, record: DeviceRecord, message: ForwardedMessage): Promise<HookItem> {
  const senderIds = (operator: string): readonly string[] => operatorConfig(app.config.current, operator as Operator).sender_ids;
  const link = linkOf(record.links, message.sim) ?? linkBySender(record.links, message.sender, senderIds);
  if (!link) return unassigned(app, record, message);
  if (looksSwapped(record.links, link, message.sender, senderIds))
    await alertDevice(app, "device_sims_swapped", record.id, {
      data: { sim: message.sim, sender: message.sender, wallet_id: walletName(app, link) },
      walletId: link.walletId,
    });
  const stored = await app.posting.submit({
    walletId: link.walletId,
    deviceId: record.id,
    sender: message.sender,
    text: message.text,
    sentAtMs: message.sentAtMs,
    receivedAtMs: message.receivedAtMs,
    externalId: message.externalId,
    origin: "device",
  });
  return { id: app.publicIds.encode("sms", stored.id), result: stored.result };
}

const walletName = (app: App, link: DeviceLink): string => app.publicIds.encode("wallet", link.walletId);
/** Texts that an alert keeps; the newest stay. */
const KEPT_TEXTS = 100;

/**
 * A message that no card of ours received, on a phone with several wallets. It is put to no wallet by guess and never
 * answered with an error (the app would lose it or retry for hours): a person finds it on the exception queue and types
 * it in (`POST /api/sms`) once the card is known. Codes of texts that speak of one are masked, as wherever messages are kept.
 */
async function unassigned(app: App, record: DeviceRecord, message: ForwardedMessage): Promise<HookItem> {
  noteRefusal(app, record.id, "sim_unknown");
  await app.db.tx(async (tx) => {
    // One after the other, so that no text is lost between reading and writing the alert.
    await tx.run("select 1 from devices where id = $1 for update", [record.id]);
    const open = await tx.one<{ data: { texts?: unknown[] } }>(
      "select data from alerts where kind = 'device_sim_unknown' and object_type = 'device' and object_id = $1 and status in ('open', 'claimed', 'muted') for update",
      [record.id],
    );
    const texts = [
      ...(open?.data.texts ?? []),
      { at: new Date(app.now()).toISOString(), sim: message.sim, sender: message.sender, text: maskOneTimeCodes(message.text, "unknown") },
    ].slice(-KEPT_TEXTS);
    const wallets = record.links.map((link) => ({ id: walletName(app, link), sim: link.sim }));
    await writeAlert(app, tx, "device_sim_unknown", record.id, { data: { texts, wallets } });
  });
  tellHome(app, record.id);
  return { id: null, result: "unassigned" };
}
