/** Calling words harmless from a message, and letting kept ones pass again. */
import { ENDING_MAX, ENDING_MIN } from "../../../../contract/sms-endings.ts";
import type { SmsEndingRow } from "../../../../contract/sms-endings.schema.ts";
import type { Operator } from "../../../../contract/operators.ts";
import { call, type CallError } from "../../../api.ts";
import type { FormSpec } from "../../../forms/spec.ts";
import { EndingField, KeptTrialField } from "./trial.tsx";
import { suggestedEnding } from "./open-words.ts";
import { endingProblemKey, type Taught } from "./taught.ts";

const NOTE_MAX = 500;

/** The one that was kept before: on a second press, or where it was taken back. Null where it passes already, or is none. */
async function keptBefore(error: CallError, operator: Operator): Promise<SmsEndingRow | null> {
  const id = error.code === "already_exists" ? error.details?.id : undefined;
  if (id === undefined) return null;
  const answer = await call("GET /api/sms/endings", { query: { operator } });
  const kept = answer.success ? answer.data.items.find((one) => one.id === id) : undefined;
  return kept?.actions.includes("on") === true ? kept : null;
}

/** Keeps the words and asks for the second approval in one go. */
export const teachForm: FormSpec<Taught, SmsEndingRow> = {
  title: (_taught, { t }) => t("rules.ending.form.title"),
  intro: (_taught, { t }) => t("rules.ending.form.intro"),
  fields: [
    {
      name: "text",
      kind: "custom",
      label: "words.field.text",
      required: true,
      maxLength: ENDING_MAX,
      component: EndingField,
      check: (value) => (value.trim().length < ENDING_MIN ? "rules.ending.form.tooShort" : null),
      refused: endingProblemKey,
    },
    { name: "note", kind: "multiline", label: "words.field.note", help: "rules.ending.form.noteHelp", maxLength: NOTE_MAX },
  ],
  initial: ({ words }) => ({ text: suggestedEnding(words), note: "" }),
  submit: async ({ text = "", note = "" }, { operator, smsId }, idempotencyKey) => {
    const body = { operator, text: text.trim(), sms_id: smsId, ...(note.trim() === "" ? {} : { note: note.trim() }) };
    const made = await call("POST /api/sms/endings", { body, idempotencyKey });
    const ending = made.success ? made.data.ending : await keptBefore(made.error, operator);
    if (ending === null) {
      if (!made.success) return made;
      throw new Error("the server kept nothing");
    }
    return call("POST /api/sms/endings/:id/on", { params: { id: ending.id }, body: { version: ending.version }, idempotencyKey: `${idempotencyKey}-on` });
  },
  label: "rules.ending.form.label",
};

/** Lets a kept ending pass: shows what it would change before it asks. */
export const endingOnForm: FormSpec<SmsEndingRow, SmsEndingRow> = {
  title: (row, { t }) => t("rules.ending.ask.onTitle", { id: row.id }),
  intro: (_row, { t }) => t("rules.ending.form.intro"),
  fields: [{ name: "trial", kind: "custom", label: "rules.trial.title", component: KeptTrialField }],
  initial: () => ({}),
  submit: (_values, row, idempotencyKey) => call("POST /api/sms/endings/:id/on", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
  label: "rules.ending.form.label",
  present: (row, { t }) => t(`rules.ending.status.${row.status}`),
  reload: async (row) => {
    const answer = await call("GET /api/sms/endings", { query: { operator: row.operator } });
    return answer.success ? (answer.data.items.find((one) => one.id === row.id) ?? null) : null;
  },
};
