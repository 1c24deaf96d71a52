/** Writing a rule down, and switching one on. */
import { OPERATOR_INFO, type Operator } from "../../../../contract/operators.ts";
import type { SmsRuleCreated, SmsRuleList, SmsRuleRow } from "../../../../contract/sms-rules.schema.ts";
import { RULE_CLASSES, TEMPLATE_MAX, TEMPLATE_MIN } from "../../../../contract/sms-rules.ts";
import { call } from "../../../api.ts";
import type { FieldSpec, FormSpec } from "../../../forms/spec.ts";
import { text } from "../../../i18n/keys.ts";
import { bodyOf } from "./body.ts";
import { TemplateField } from "./template-field.tsx";
import { RowTrialField } from "./trial.tsx";
import { classWords, problemKey } from "./words.ts";

const NOTE_MAX = 500;

const fields = (operators: readonly Operator[], meanings: SmsRuleList["classes"]): readonly FieldSpec<SmsRuleRow | null>[] => [
  {
    name: "operator",
    kind: "choice",
    label: "words.field.operator",
    required: true,
    half: true,
    group: "operator",
    // A new edition reads what the old one read.
    disabled: (replaced) => replaced !== null,
    options: operators.map((value) => ({ value, label: { text: OPERATOR_INFO[value].name } })),
  },
  {
    name: "class",
    kind: "choice",
    label: "words.field.class",
    required: true,
    half: true,
    options: RULE_CLASSES.map((value) => ({ value, label: { text: classWords(value, meanings, text) } })),
  },
  {
    name: "template",
    kind: "custom",
    label: "words.field.template",
    required: true,
    maxLength: TEMPLATE_MAX,
    component: TemplateField,
    check: (value) => (value.length < TEMPLATE_MIN ? "rules.form.tooShort" : null),
    refused: problemKey,
  },
  { name: "note", kind: "multiline", label: "words.field.note", help: "rules.form.noteHelp", required: true, maxLength: NOTE_MAX },
];

/**
 * A new rule, or on a rule its next edition.
 * @param operators those that this deployment works with
 * @param meanings what each class means on which wallet
 */
export function ruleForm(operators: readonly Operator[], meanings: SmsRuleList["classes"]): FormSpec<SmsRuleRow | null, SmsRuleCreated> {
  return {
    title: (replaced, { t }) => (replaced === null ? t("rules.form.title") : t("rules.form.editTitle", { id: replaced.id })),
    intro: (replaced, { t }) => (replaced === null ? t("rules.form.intro") : t("rules.form.editIntro", { id: replaced.id })),
    fields: fields(operators, meanings),
    initial: (replaced) => ({ operator: replaced?.operator ?? "", class: replaced?.class ?? "", template: replaced?.template ?? "", note: "" }),
    submit: (values, replaced, idempotencyKey) => {
      const body = bodyOf(values, replaced?.id ?? null);
      if (body === null) throw new Error("operator and class are required fields");
      return call("POST /api/sms/rules", { body, idempotencyKey });
    },
    label: "rules.form.save",
  };
}

/** Asks to switch a rule on: says what follows and shows what the rule would make of stored messages. */
export const onForm: FormSpec<SmsRuleRow, SmsRuleRow> = {
  title: (row, { t }) => t("rules.ask.onTitle", { id: row.id }),
  intro: (row, { t }) => [t("rules.ask.onIntro"), ...(row.replaces === null ? [] : [t("rules.ask.onReplaces", { id: row.replaces })])].join(" "),
  fields: [{ name: "trial", kind: "custom", label: "rules.trial.title", component: RowTrialField }],
  initial: () => ({}),
  submit: (_values, row, idempotencyKey) => call("POST /api/sms/rules/:id/on", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
  label: "rules.ask.onLabel",
  present: (row, { t }) => t(`rules.status.${row.status}`),
  reload: async (row) => {
    const answer = await call("GET /api/sms/rules", { query: { operator: row.operator } });
    return answer.success ? (answer.data.items.find((one) => one.id === row.id) ?? null) : null;
  },
};
