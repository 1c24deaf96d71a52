/** Shapes of message rules. */
import * as z from "zod";
import { instant, instantOrNull, operator, publicId, text, version } from "./schema.ts";
import { COMPARED_FIELDS, MARKED_FIELDS, RULE_ACTIONS, RULE_CLASSES, RULE_STATUSES, TEMPLATE_MAX, TEMPLATE_MIN, TRIAL_WAS } from "./sms-rules.ts";
import { smsTried } from "./sms.schema.ts";
import { SMS_KINDS } from "./sms.ts";

/** What a rule noted while it ran in the shadow. Every message is counted once. */
export const smsRuleShadow = z.object({
  since: instant,
  /** null: it runs still. */
  ended_at: instantOrNull,
  /** Messages that came after this are not counted yet. */
  until: instant,
  /** Messages of its operator that came. */
  looked: z.int(),
  unread: z.int(),
  noise: z.int(),
  open: z.int(),
  differs: z.int(),
  agrees: z.int(),
});
export type SmsRuleShadow = z.infer<typeof smsRuleShadow>;

export const smsRuleRow = z.object({
  id: publicId,
  operator,
  class: z.enum(RULE_CLASSES),
  template: z.string(),
  note: z.string(),
  status: z.enum(RULE_STATUSES),
  /** 1, 2, …: how often this rule was written anew. */
  edition: z.int(),
  /** The rule that this one replaces when it is switched on. */
  replaces: publicId.nullable(),
  created_by: z.string(),
  created_at: instant,
  switched_by: z.string().nullable(),
  switched_at: instantOrNull,
  /** Who put it to work last, and when; null: it never was at work. */
  promoted_by: z.string().nullable(),
  promoted_at: instantOrNull,
  /** What it noted in the shadow, the last time; null: it never was there. */
  shadow: smsRuleShadow.nullable(),
  /** Where it is on: the edition that was at work before it, as it stands now. */
  before: z.object({ id: publicId, edition: z.int(), version: z.int() }).nullable(),
  /** The other edition of it that is at work now, which goes off where this one is enabled. */
  at_work: z.object({ id: publicId, edition: z.int(), version: z.int() }).nullable(),
  version: z.int(),
  /** What the caller may do with it now. */
  actions: z.array(z.enum(RULE_ACTIONS)),
});
export type SmsRuleRow = z.infer<typeof smsRuleRow>;

/** A rule that came with the product. */
export const smsRuleShipped = z.object({
  id: z.string(),
  version: z.int(),
  operator,
  class: z.string(),
  /** How such messages begin, and how they may end. */
  heads: z.array(z.string()),
  tails: z.array(z.string()),
});
export type SmsRuleShipped = z.infer<typeof smsRuleShipped>;

const kind = z.enum(SMS_KINDS);
export const smsRuleList = z.object({
  /** Newest first. */
  items: z.array(smsRuleRow),
  shipped: z.array(smsRuleShipped),
  /** What each class means on a wallet of each type. */
  classes: z.array(z.object({ class: z.enum(RULE_CLASSES), personal: kind, agent: kind, merchant: kind })),
});
export type SmsRuleList = z.infer<typeof smsRuleList>;
export const smsRuleQuery = z.strictObject({ operator: operator.optional() });

/** A text in pieces, in order: what a mark holds, or words. */
export const markedText = z.object({
  parts: z.array(z.object({ field: z.enum(MARKED_FIELDS).nullable(), text: z.string() })),
  /** What the template does not get to; empty where it reads the whole text. */
  rest: z.string(),
});
export type MarkedText = z.infer<typeof markedText>;

/** A stored message as a rule reads it. */
export const smsRuleSample = z.object({
  id: publicId,
  received_at: instant,
  was: z.enum(TRIAL_WAS),
  text: z.string(),
  marked: markedText,
  /** Values that the rule in force reads in another way. */
  differs: z.array(z.enum(COMPARED_FIELDS)),
  /** The rule in force that reads it; null: none does. */
  rule: z.string().nullable(),
  result: smsTried,
});
export type SmsRuleSample = z.infer<typeof smsRuleSample>;

/** Another rule that reads messages which fit this one, too. */
export const smsRuleCollision = z.object({
  rule: z.string(),
  /** How an own rule stands; null: it came with the product. */
  status: z.enum(RULE_STATUSES).nullable(),
  count: z.int(),
  /** Of those: messages in which the two read different values. */
  differs: z.int(),
});

/** What a rule would make of the newest stored messages of its operator. */
export const smsRuleTrial = z.object({
  /** Messages that were looked at. */
  looked: z.int(),
  /** There was no time to look at those that are older than this; null: there was. */
  cut_at: instant.nullable(),
  /** Of those that no rule reads: how many this one would read. */
  unread: z.int(),
  /** Messages that no rule reads, among those that were looked at. */
  unread_all: z.int(),
  /** Of those taken for promotion, codes and the like: how many this one would read instead. */
  noise: z.int(),
  /** Of those in which a shipped rule leaves words open: how many this one would read instead. */
  open: z.int(),
  /** Of those that another rule reads and goes on reading: how many would fit this one too, with other values and with the same. */
  differs: z.int(),
  agrees: z.int(),
  /** Other rules that read what fits this one, the most frequent first. */
  collisions: z.array(smsRuleCollision),
  /** Newest first, by what they were; some of each. */
  samples: z.array(smsRuleSample),
  /** The message that the rule is written from, as far as the template reads it. */
  about: markedText.nullable(),
});
export type SmsRuleTrial = z.infer<typeof smsRuleTrial>;

/** What a rule noted in the shadow, newest first. */
export const smsRuleNoted = z.object({ shadow: smsRuleShadow, samples: z.array(smsRuleSample) });
export type SmsRuleNoted = z.infer<typeof smsRuleNoted>;

/** Unread messages that a rule which is on reads now: they can be parsed again. */
export const smsRuleUnread = z.object({
  looked: z.int(),
  /** There are older ones that were not looked at. */
  more: z.boolean(),
  items: z.array(z.object({ id: publicId, version: z.int() })),
});
export type SmsRuleUnread = z.infer<typeof smsRuleUnread>;

export const smsRuleCreate = z.strictObject({
  operator,
  class: z.enum(RULE_CLASSES),
  template: text(TEMPLATE_MAX, TEMPLATE_MIN),
  /** Why; may be left out of a dry run alone. */
  note: text(500, 1).optional(),
  replaces: publicId.optional(),
  /** A dry run also says how far the template reads this message. */
  sms_id: publicId.optional(),
  /** Only tried; nothing is kept. */
  dry_run: z.boolean().optional(),
});
/** `rule` is null after a dry run. */
export const smsRuleCreated = z.object({ rule: smsRuleRow.nullable(), trial: smsRuleTrial });
export type SmsRuleCreated = z.infer<typeof smsRuleCreated>;
export const smsRuleSwitch = z.strictObject({
  version,
  /**
   * The edition that is at work now, as the caller saw it; null: none is. Anything else at work is a conflict. Where one person decides
   * alone and another edition is at work, it must be said.
   */
  instead_of: z.strictObject({ id: publicId, version }).nullable().optional(),
});
/** The same as it waits for a second approval: with what was at work then; null: nothing. A request of an older build does not say. */
export const smsRuleAsked = smsRuleSwitch.extend({ instead_of: smsRuleSwitch.shape.instead_of.unwrap().default(null) });
export const smsRuleVersion = z.strictObject({ version });
