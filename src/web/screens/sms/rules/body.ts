/** The values of a rule's form as the body of its call. Pure. */
import { OPERATORS } from "../../../../contract/operators.ts";
import { RULE_CLASSES } from "../../../../contract/sms-rules.ts";
import type { BodyOf } from "../../../api.ts";
import type { Values } from "../../../forms/spec.ts";

type Body = BodyOf<"POST /api/sms/rules">;

/**
 * @param replaces the rule that this one is a new edition of
 * @returns null while operator or meaning are not chosen
 */
export function bodyOf(values: Values, replaces: string | null): Body | null {
  const operator = OPERATORS.find((one) => one === values.operator);
  const meaning = RULE_CLASSES.find((one) => one === values.class);
  if (operator === undefined || meaning === undefined) return null;
  const [template, note] = [(values.template ?? "").trim(), (values.note ?? "").trim()];
  return { operator, class: meaning, template, ...(note === "" ? {} : { note }), ...(replaces === null ? {} : { replaces }) };
}
