/** Shapes of message rules. */
import * as z from "zod";
import { instant, instantOrNull, operator, publicId, text, version } from "./schema.ts";
import { RULE_ACTIONS, RULE_CLASSES, RULE_STATUSES, TEMPLATE_MAX, TEMPLATE_MIN } from "./sms-rules.ts";
import { smsTried } from "./sms.schema.ts";
import { SMS_KINDS } from "./sms.ts";

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

/** What a rule would make of the newest stored messages of its operator. */
export const smsRuleTrial = z.object({
  /** Messages that were looked at. */
  looked: z.int(),
  /** Of those that no rule reads: how many this one would read. */
  unread: z.int(),
  /** Of those taken for promotion, codes and the like: how many this one would read instead. */
  noise: z.int(),
  /** Of those that a shipped or older rule reads: how many would fit this one, too. They stay as they are. */
  read: z.int(),
  /** Newest first, those that no rule reads before the others. */
  samples: z.array(z.object({ id: publicId, received_at: instant, was: z.enum(["unread", "noise", "read"]), text: z.string(), result: smsTried })),
});
export type SmsRuleTrial = z.infer<typeof smsRuleTrial>;

export const smsRuleCreate = z.strictObject({
  operator,
  class: z.enum(RULE_CLASSES),
  template: text(TEMPLATE_MAX, TEMPLATE_MIN),
  /** Why; may be left out of a dry run alone. */
  note: text(500, 1).optional(),
  replaces: publicId.optional(),
  /** Only tried; nothing is kept. */
  dry_run: z.boolean().optional(),
});
/** `rule` is null after a dry run. */
export const smsRuleCreated = z.object({ rule: smsRuleRow.nullable(), trial: smsRuleTrial });
export type SmsRuleCreated = z.infer<typeof smsRuleCreated>;
export const smsRuleSwitch = z.strictObject({ version });
