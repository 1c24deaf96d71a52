/** pppscn/SmsForwarder: form, JSON or query; the text is often wrapped into a template of several lines. */
import { batteryOf, member, simOf, stampMs, textMember, type UncheckedObject } from "./values.ts";
import { MAX_FORWARDED_TEXT, MAX_SENDER, type Recognised, type Signature, type Sim } from "./types.ts";

const TEXT_NAMES = ["text", "org_content", "content", "msg", "message", "sms"] as const;
const SENDER_NAMES = ["from", "sender", "phone"] as const;
const SIM_NAMES = ["card_slot", "card", "sim", "title"] as const;
const TIME_LINE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const SUB_ID_LINE = /^SubId[：:]/;
const SIM_LINE = /^SIM[12]\b|^SIM[12]_/;

/** What the template of several lines holds. */
export interface Unwrapped {
  readonly sender: string;
  readonly text: string;
  readonly sim: Sim | null;
}

/**
 * Takes the message out of the app's own template: sender, text, card, `SubId：`, time, device mark, a line each.
 * The tail is looked for from the end, since the text in front of it is written by strangers.
 * @param sender the sender as the request names it; null when only the template has it
 * @returns null when the text is not in that form
 */
export function unwrapTemplate(content: string, sender: string | null): Unwrapped | null {
  const lines = content.replace(/\r\n?/g, "\n").split("\n");
  const first = (lines[0] ?? "").trim();
  if (lines.length < 3 || first === "" || (sender !== null && first !== sender.trim())) return null;
  const tail = tailStart(lines);
  if (tail === null) return null;
  const card = lines[tail] ?? "";
  return { sender: first, text: lines.slice(1, tail).join("\n").trim(), sim: SIM_LINE.test(card) ? simOf(card) : null };
}

/** The tail has four lines at most: card, `SubId：`, time, device mark. */
const TAIL_LINES = 4;

/** Index of the card's line (which may be empty), or of the first line behind the text; null: no tail. */
function tailStart(lines: readonly string[]): number | null {
  const lowest = Math.max(2, lines.length - TAIL_LINES);
  const last = (pattern: RegExp, from: number): number => lines.findLastIndex((line, at) => at >= from && pattern.test(line.trim()));
  const behindText = (at: number): number => (at - 1 >= 2 && isCardLine(lines[at - 1] as string) ? at - 1 : at);
  const subId = last(SUB_ID_LINE, lowest);
  if (subId >= 0) return behindText(subId);
  const time = last(TIME_LINE, Math.max(2, lines.length - 2));
  if (time >= 0) return behindText(time);
  const card = last(SIM_LINE, lowest);
  return card >= 0 ? card : null;
}

const isCardLine = (line: string): boolean => line.trim() === "" || SIM_LINE.test(line);

function signatureOf(fields: UncheckedObject): Signature | null {
  const sign = textMember(fields, "sign");
  return sign === null || sign === "" ? null : { kind: "smsforwarder", timestamp: textMember(fields, "timestamp") ?? "", sign };
}

/** True when a body or query with these names can be this app's. */
export function looksLikeSmsForwarder(fields: UncheckedObject): boolean {
  return TEXT_NAMES.some((name) => typeof member(fields, name) === "string");
}

/** Reads fields of any of the three encodings. */
export function readSmsForwarder(fields: UncheckedObject): Recognised {
  const named = textMember(fields, ...SENDER_NAMES);
  const given = textMember(fields, ...TEXT_NAMES) ?? "";
  const unwrapped = unwrapTemplate(given, named === "" ? null : named);
  const text = unwrapped?.text ?? given.trim();
  const sender = (named || unwrapped?.sender || "").slice(0, MAX_SENDER) || null;
  const sim = SIM_NAMES.map((name) => simOf(member(fields, name))).find((value) => value !== null) ?? unwrapped?.sim ?? null;
  const timestamp = stampMs(member(fields, "timestamp"));
  const note = text === "" ? "empty_text" : text.length > MAX_FORWARDED_TEXT ? "too_long" : null;
  const version = textMember(fields, "app_version", "version");
  const battery = batteryOf(member(fields, "battery"));
  return {
    ok: true,
    app: "smsforwarder",
    event: "sms",
    messages: note ? [] : [{ sender, text, sim, sentAtMs: null, receivedAtMs: stampMs(member(fields, "time")) ?? timestamp, externalId: null }],
    alive: true,
    ping: false,
    phone: version || battery !== null ? { battery, appVersion: version?.slice(0, 32) ?? null, model: null } : null,
    signature: signatureOf(fields),
    encrypted: false,
    reply: "plain",
    note,
  };
}
