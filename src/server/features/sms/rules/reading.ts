/** A stored message beside what a rule would read of it. */
import { operatorConfig } from "../../../../contract/config.ts";
import type { ComparedField, TrialWas } from "../../../../contract/sms-rules.ts";
import type { MarkedText, SmsRuleSample } from "../../../../contract/sms-rules.schema.ts";
import { markedBy, ownRules, parseMessage, readOwn, type Marked, type OwnRule, type ParsedMessage } from "../../../../domain/messages/index.ts";
import type { WordsInForce } from "../../../core/posting/in-force.ts";
import type { App, UserActor } from "../../../platform/context.ts";
import { masksPhones, messageFor } from "../../../platform/lists/mask.ts";
import type { StoredSms } from "../taught.ts";
import { triedFor } from "../tried.ts";

/** A message that fits a rule: what it was before, and what the rule reads. */
export interface Beside {
  readonly stored: StoredSms;
  readonly was: TrialWas;
  readonly differs: readonly ComparedField[];
  readonly parsed: ParsedMessage;
}

/** Values in which a rule's reading is another than the one that counts. */
function differing(stored: StoredSms, parsed: ParsedMessage): readonly ComparedField[] {
  const pairs: readonly (readonly [ComparedField, unknown, unknown])[] = [
    ["kind", stored.kind, parsed.kind],
    ["direction", stored.direction, parsed.direction],
    ["amount", stored.amount, parsed.amount],
    ["fee", stored.fee, parsed.fee],
    ["commission", stored.commission, parsed.commission],
    ["balance", stored.balance, parsed.balance],
    ["trx_id", stored.trx_key, parsed.trxKey],
    ["counterparty", stored.counterparty, parsed.counterparty],
  ];
  return pairs.filter(([, one, other]) => one !== other).map(([field]) => field);
}

/** Noise is told by its words alone; every other message without a rule is one that nobody could read. */
function withoutRule({ rule_id: id }: StoredSms): "unread" | "noise" | null {
  if (id === null) return "unread";
  return id.startsWith("noise.") ? "noise" : null;
}

/**
 * How a rule reads messages that fit it: as if it were on beside the shipped rules and the harmless words in force, and alone, for
 * comparing. What another own rule reads is compared, whichever of the two is asked first.
 */
export function readerOf(app: App, rule: OwnRule, { harmless }: WordsInForce): (stored: StoredSms) => Beside | null {
  const own = ownRules([rule]);
  const { operator } = rule;
  const senderIds = operatorConfig(app.config.current, operator).sender_ids;
  return (stored) => {
    const input = { operator, walletType: stored.wallet_type, sender: stored.sender, senderIds, text: stored.text, atMs: stored.received_at.getTime(), own };
    const alone = readOwn(input);
    if (alone === null) return null;
    const differs = differing(stored, alone);
    const ofPeople = stored.rule_id !== null && app.publicIds.decode("rule", stored.rule_id) !== null;
    const taken = ofPeople ? null : parseMessage(harmless === undefined ? input : { ...input, harmless });
    if (taken?.ruleId === rule.id) {
      const was = withoutRule(stored);
      return { stored, was: was ?? "open", differs: was === null ? differs : [], parsed: taken };
    }
    return { stored, was: differs.length === 0 ? "agrees" : "differs", differs, parsed: alone };
  };
}

/** What may belong to a number that goes on behind it. */
const CUT_NUMBER = /(?:[+0-9][ -]?){1,30}$|[0-9A-Za-z+]{1,60}$/;

/** A marked text as this viewer may read it. Who sees phone numbers in part gets no marks: each could hold a piece of one. */
export function markedFor(viewer: UserActor, { parts, rest }: Marked): MarkedText {
  const shown = (text: string): string => messageFor(viewer, text) ?? "";
  if (!masksPhones(viewer)) return { parts: parts.map(({ field, text }) => ({ field, text: shown(text) })), rest: shown(rest) };
  const read = parts.map(({ text }) => text).join("");
  const cut = rest === "" ? "" : (CUT_NUMBER.exec(read)?.[0] ?? "");
  const whole = read.slice(0, read.length - cut.length);
  return { parts: whole === "" ? [] : [{ field: null, text: shown(whole) }], rest: rest === "" ? "" : shown(cut + rest) };
}

/** A message as the contract shows it. The text counts here: that nobody is named as its sender says nothing. */
export function sampleOf(app: App, viewer: UserActor, rule: OwnRule, { stored, was, differs, parsed }: Beside): SmsRuleSample {
  return {
    id: app.publicIds.encode("sms", stored.id),
    received_at: stored.received_at.toISOString(),
    was,
    text: messageFor(viewer, stored.text) ?? "",
    marked: markedFor(viewer, markedBy(rule, stored.text)),
    differs: [...differs],
    rule: stored.rule_id,
    result: triedFor(viewer, stored.text, parsed),
  };
}
