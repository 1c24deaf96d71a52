/** Writing a rule down, and switching one on. */
import { OPERATOR_INFO, type Operator } from "../../../../contract/operators.ts";
import type { SmsRuleCreated, SmsRuleList, SmsRuleRow } from "../../../../contract/sms-rules.schema.ts";
import { RULE_CLASSES, TEMPLATE_MAX, TEMPLATE_MIN } from "../../../../contract/sms-rules.ts";
import { call } from "../../../api.ts";
import type { FieldSpec, FormSpec } from "../../../forms/spec.ts";
import { text } from "../../../i18n/keys.ts";
import { bodyOf, type RuleStart } from "./body.ts";
import { TemplateField } from "./template-field.tsx";
import { RowTrialField } from "./trial.tsx";
import { classWords, problemKey } from "./words.ts";

const NOTE_MAX = 500;

const fields = (operators: readonly Operator[], meanings: SmsRuleList["classes"]): readonly FieldSpec<RuleStart>[] => [
  {
    name: "operator",
    kind: "choice",
    label: "words.field.operator",
    required: true,
    half: true,
    group: "operator",
    // A new edition reads what the old one read.
    disabled: ({ replaced }) => replaced !== null,
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
 * A new rule, one from an unread message, or on a rule its next edition.
 * @param operators those that this deployment works with
 * @param meanings what each class means on which wallet
 */
export function ruleForm(operators: readonly Operator[], meanings: SmsRuleList["classes"]): FormSpec<RuleStart, SmsRuleCreated> {
  return {
    title: ({ replaced }, { t }) => (replaced === null ? t("rules.form.title") : t("rules.form.editTitle", { id: replaced.id })),
    intro: ({ replaced }, { t }) => (replaced === null ? t("rules.form.intro") : t("rules.form.editIntro", { id: replaced.id })),
    wide: true,
    fields: fields(operators, meanings),
    initial: ({ replaced, source }) => ({
      operator: replaced?.operator ?? source?.operator ?? "",
      class: replaced?.class ?? "",
      template: replaced?.template ?? source?.template ?? "",
      note: "",
    }),
    submit: (values, start, idempotencyKey) => {
      const body = bodyOf(values, start);
      if (body === null) throw new Error("operator and class are required fields");
      return call("POST /api/sms/rules", { body, idempotencyKey });
    },
    label: "rules.form.save",
  };
}

const now = async (operator: Operator, id: string): Promise<SmsRuleRow | null> => {
  const answer = await call("GET /api/sms/rules", { query: { operator } });
  return answer.success ? (answer.data.items.find((one) => one.id === id) ?? null) : null;
};

/** Asks to go back to the edition that was at work before this one. */
export const backForm: FormSpec<SmsRuleRow, SmsRuleRow> = {
  title: ({ before }, { t }) => t("rules.back.title", { id: before?.id ?? "", n: before?.edition ?? 0 }),
  intro: ({ before, edition }, { t }) => t("rules.back.intro", { n: before?.edition ?? 0, from: edition }),
  fields: [],
  initial: () => ({}),
  submit: (_values, { before, id, version }, idempotencyKey) => {
    if (before === null) throw new Error("offered only where an edition was at work before");
    return call("POST /api/sms/rules/:id/on", { params: { id: before.id }, body: { version: before.version, instead_of: { id, version } }, idempotencyKey });
  },
  label: "rules.back.label",
  present: (row, { t }) => t(`rules.status.${row.status}`),
  reload: (row) => now(row.operator, row.id),
};

/** Asks to switch a rule on: says what follows and shows what the rule would make of stored messages. */
export const onForm: FormSpec<SmsRuleRow, SmsRuleRow> = {
  wide: true,
  title: (row, { t }) => t("rules.ask.onTitle", { id: row.id }),
  intro: ({ at_work: atWork }, { t }) =>
    [t("rules.ask.onIntro"), ...(atWork === null ? [] : [t("rules.ask.onReplaces", { id: atWork.id, n: atWork.edition })])].join(" "),
  fields: [{ name: "trial", kind: "custom", label: "rules.trial.title", component: RowTrialField }],
  initial: () => ({}),
  submit: (_values, { id, version, at_work: atWork }, idempotencyKey) => {
    // What the dialog says goes off, and nothing else.
    const seen = atWork === null ? null : { id: atWork.id, version: atWork.version };
    return call("POST /api/sms/rules/:id/on", { params: { id }, body: { version, instead_of: seen }, idempotencyKey });
  },
  label: "rules.ask.onLabel",
  present: (row, { t }) => t(`rules.status.${row.status}`),
  reload: (row) => now(row.operator, row.id),
};
