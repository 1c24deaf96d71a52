/** One field of a form, by its kind. */
import { Checkbox, PasswordInput, Select, Textarea, TextInput } from "@mantine/core";
import { type ChangeEvent, type ReactElement, useId } from "react";
import { optionWord } from "./option.ts";
import { LookupSelect } from "./lookup.tsx";
import type { CellTools } from "../cell-tools.ts";
import { AmountInput } from "./amount-input.tsx";
import { isRequired } from "./check.ts";
import { entryWords } from "./entries.ts";
import type { CommonProps } from "./field-props.ts";
import { RadioField } from "./radio-field.tsx";
import type { FieldSpec } from "./spec.ts";
import { tooLong } from "./too-long.ts";
import type { ActionForm } from "./use-action-form.ts";

interface Props<Subject> {
  readonly field: FieldSpec<Subject>;
  readonly form: ActionForm<Subject>;
  readonly tools: CellTools;
}

/** Draws a field with its label, help and problem. */
export function Field<Subject>({ field, form, tools }: Props<Subject>): ReactElement {
  const { t } = tools;
  const id = useId();
  const value = form.values[field.name] ?? "";
  const set = (next: string): void => {
    form.set({ [field.name]: next });
    if (field.proposes !== undefined) form.propose(field.proposes({ ...form.values, [field.name]: next }, form.subject));
  };
  const common = commonProps({ field, form, tools }, id);
  const { error } = common;
  switch (field.kind) {
    case "text":
    case "password":
    case "integer":
    case "amount":
    case "multiline":
      return <TypedField kind={field.kind} common={common} value={value} set={set} currency={tools.currency} />;
    case "switch":
      return (
        <Checkbox
          id={id}
          label={common.label}
          description={common.description}
          error={error}
          disabled={common.disabled}
          checked={value === "true"}
          onChange={(event) => set(event.currentTarget.checked ? "true" : "")}
        />
      );
    case "choice":
      return (
        <Select
          {...common}
          value={value === "" ? null : value}
          onChange={(next) => set(next ?? "")}
          data={field.options.map((option) => ({ value: option.value, label: optionWord(option, tools) }))}
          placeholder={t("list.form.choose")}
          allowDeselect={!common.withAsterisk}
          openOnFocus={false}
          comboboxProps={{ withinPortal: false }}
        />
      );
    case "radio":
      return <RadioField common={common} value={value} onChange={set} field={field} form={form} tools={tools} />;
    case "lookup":
      return <LookupSelect {...common} source={field.source} value={value === "" ? null : value} onChange={(next) => set(next ?? "")} tools={tools} />;
    case "custom": {
      const Own = field.component;
      return (
        <Own
          id={id}
          label={common.label}
          required={common.withAsterisk}
          value={value}
          values={form.values}
          subject={form.subject}
          error={error}
          disabled={common.disabled}
          onChange={set}
          onPatch={form.set}
          onPropose={form.propose}
        />
      );
    }
  }
}

function commonProps<Subject>({ field, form, tools: { t } }: Props<Subject>, id: string): CommonProps {
  const problem = form.problems.fields[field.name];
  const wrong = form.problems.entries?.[field.name];
  const long = tooLong(form.values[field.name] ?? "", field.maxLength, t) ?? (problem === undefined ? null : t(problem));
  return {
    id,
    label: t(field.label),
    withAsterisk: isRequired(field, form.values, form.subject),
    error: problem === undefined || problem === "errors.field.too_long" ? long : wrong === undefined ? t(problem) : entryWords(wrong, t),
    disabled: form.busy || (field.disabled?.(form.subject) ?? false),
    ...(field.help === undefined ? {} : { description: t(field.help) }),
    // Two inputs beside each other stand on one line, whichever of them has help.
    ...(field.half ? { inputWrapperOrder: ["label", "input", "description", "error"] } : {}),
  };
}

interface TypedProps {
  readonly kind: "text" | "password" | "integer" | "amount" | "multiline";
  readonly common: CommonProps;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly currency: string;
}

/** Fields that are typed into. */
function TypedField({ kind, common, value, set, currency }: TypedProps): ReactElement {
  const typed = { ...common, value, onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => set(event.currentTarget.value) };
  switch (kind) {
    case "text":
      return <TextInput {...typed} autoComplete="off" />;
    case "password":
      return <PasswordInput {...typed} aria-invalid={typed.error !== null} autoComplete="new-password" />;
    case "integer":
      return <TextInput {...typed} inputMode="numeric" autoComplete="off" />;
    case "amount":
      return <AmountInput {...common} value={value} onChange={set} currency={currency} />;
    case "multiline":
      return <Textarea {...typed} autosize minRows={2} maxRows={10} />;
  }
}
