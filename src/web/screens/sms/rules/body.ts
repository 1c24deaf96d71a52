/** What a rule is begun with, and the values of its form as the body of its call. Pure. */
import { OPERATORS, type Operator } from "../../../../contract/operators.ts";
import { RULE_CLASSES } from "../../../../contract/sms-rules.ts";
import type { SmsRuleRow } from "../../../../contract/sms-rules.schema.ts";
import type { BodyOf } from "../../../api.ts";
import type { Values } from "../../../forms/spec.ts";

type Body = BodyOf<"POST /api/sms/rules">;

/** A message that nobody could read, to write a rule from. */
export interface RuleSource {
  readonly operator: Operator | null;
  readonly template: string;
  readonly smsId: string;
  /** As it may be shown. */
  readonly text: string;
}
/** What a rule is begun with: the rule that it is a new edition of, an unread message, or nothing. */
export interface RuleStart {
  readonly replaced: SmsRuleRow | null;
  readonly source: RuleSource | null;
}
export const NOTHING: RuleStart = { replaced: null, source: null };

/** @returns null while operator or meaning are not chosen */
export function bodyOf(values: Values, { replaced }: RuleStart): Body | null {
  const operator = OPERATORS.find((one) => one === values.operator);
  const meaning = RULE_CLASSES.find((one) => one === values.class);
  if (operator === undefined || meaning === undefined) return null;
  const [template, note] = [(values.template ?? "").trim(), (values.note ?? "").trim()];
  return { operator, class: meaning, template, ...(note === "" ? {} : { note }), ...(replaced === null ? {} : { replaces: replaced.id }) };
}
