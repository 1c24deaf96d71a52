/** One field of the configuration, drawn from its kind. */
import { Checkbox, Group, NumberInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useId } from "react";
import { OPERATOR_INFO, OPERATORS } from "../../../contract/operators.ts";
import { amountTyped } from "../../forms/check.ts";
import { useText } from "../../i18n/keys.ts";
import css from "./config.module.css";
import type { Field } from "./keys.ts";
import { asFee, asLines, isValid } from "./values.ts";

export interface FieldProps {
  readonly field: Field;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled: boolean;
  readonly changed: boolean;
  /** Ends an address that leads here. */
  readonly anchor?: string;
}

/** Label and hint on the left, the control on the right; a mark where the value is not saved yet. */
export function ConfigField(props: FieldProps) {
  const id = useId();
  const isGroup = props.field.kind === "fee" || props.field.kind === "operators";
  return (
    <div id={props.anchor} className={css.row} data-changed={props.changed || undefined}>
      <div className={css.words}>
        {isGroup ? (
          <span id={`${id}-label`}>{props.label}</span>
        ) : (
          <label htmlFor={id} id={`${id}-label`}>
            {props.label}
          </label>
        )}
        {props.hint === undefined ? null : (
          <p className={css.hint} id={`${id}-hint`}>
            {props.hint}
          </p>
        )}
      </div>
      <div className={css.control}>
        <Control {...props} id={id} />
      </div>
    </div>
  );
}

type ControlProps = FieldProps & { readonly id: string; readonly error: string | null; readonly described: { "aria-describedby"?: string } };

function Control(props: FieldProps & { id: string }) {
  const t = useText();
  const { id, field, value, onChange, disabled, hint } = props;
  const error = isValid(field, value) ? null : problemOf(t, field);
  const shared: ControlProps = { ...props, error, described: hint === undefined ? {} : { "aria-describedby": `${id}-hint` } };
  switch (field.kind) {
    case "flag":
      return <Switch id={id} checked={value === true} disabled={disabled} onChange={(event) => onChange(event.currentTarget.checked)} {...shared.described} />;
    case "number":
      return <NumberControl {...shared} field={field} />;
    case "amount":
    case "text":
      return <TextControl {...shared} field={field} />;
    case "lines":
      return <LinesControl {...shared} />;
    case "choice":
      return <ChoiceControl {...shared} field={field} />;
    case "operators":
      return <OperatorsControl {...shared} />;
    case "fee":
      return <FeeControl {...shared} />;
    case "fixed":
      return (
        <output id={id} className={css.fixed}>
          {String(value ?? "")}
        </output>
      );
  }
}

/** What a value of this kind should look like. */
function problemOf(t: ReturnType<typeof useText>, field: Field): string {
  if (field.kind === "number") return t("config.range", { min: field.min, max: field.max });
  return t(field.kind === "amount" ? "list.form.amountInvalid" : "errors.field.invalid");
}

type Of<K extends Field["kind"]> = ControlProps & { readonly field: Extract<Field, { kind: K }> };

function NumberControl({ id, field, value, onChange, disabled, error, described }: Of<"number">) {
  const t = useText();
  return (
    <NumberInput
      id={id}
      value={typeof value === "number" ? value : ""}
      onChange={(next) => onChange(typeof next === "number" ? next : null)}
      min={field.min}
      max={field.max}
      clampBehavior="none"
      allowDecimal={false}
      suffix={` ${t(`config.units.${field.unit}`)}`}
      disabled={disabled}
      error={error}
      {...described}
    />
  );
}

function TextControl({ id, field, value, onChange, disabled, error, described }: Of<"amount" | "text">) {
  const t = useText();
  const isNullable = field.kind === "amount" && field.nullable === true;
  const read = (written: string): string | null => {
    const trimmed = written.trim();
    if (field.kind === "text") return trimmed.toUpperCase();
    return trimmed === "" && isNullable ? null : amountTyped(trimmed);
  };
  return (
    <TextInput
      id={id}
      className="fd-num"
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onChange(read(event.currentTarget.value))}
      inputMode={field.kind === "amount" ? "decimal" : "text"}
      disabled={disabled}
      error={error}
      placeholder={isNullable ? t("config.fee.none") : ""}
      {...described}
    />
  );
}

function LinesControl({ id, value, onChange, disabled, described }: ControlProps) {
  const lines = asLines(value);
  const tidy = (): void => onChange(lines.map((line) => line.trim()).filter(Boolean));
  const change = (written: string): void => onChange(written === "" ? [] : written.split("\n"));
  return (
    <Textarea
      id={id}
      value={lines.join("\n")}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={tidy}
      autosize
      minRows={2}
      maxRows={8}
      disabled={disabled}
      {...described}
    />
  );
}

function ChoiceControl({ id, field, value, onChange, disabled, described }: Of<"choice">) {
  const t = useText();
  const data = field.values.map((one) => ({ value: one, label: t(`config.trxDate.${one}`) }));
  return (
    <Select
      id={id}
      data={data}
      value={String(value)}
      onChange={(next) => next !== null && onChange(next)}
      allowDeselect={false}
      disabled={disabled}
      {...described}
    />
  );
}

function OperatorsControl({ id, value, onChange, disabled, error }: ControlProps) {
  const choose = (next: readonly string[]): void => onChange(OPERATORS.filter((operator) => next.includes(operator)));
  return (
    <Checkbox.Group value={[...asLines(value)]} onChange={choose} error={error} aria-labelledby={`${id}-label`}>
      <Group gap="sm">
        {OPERATORS.map((operator) => (
          <Checkbox key={operator} value={operator} label={OPERATOR_INFO[operator].name} disabled={disabled} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function FeeControl({ id, value, onChange, disabled, error }: ControlProps) {
  const t = useText();
  const rule = asFee(value);
  const bound = (written: string): string | null => (written.trim() === "" ? null : written.trim());
  return (
    <fieldset className={css.fee} aria-labelledby={`${id}-label`} disabled={disabled}>
      <NumberInput
        label={t("config.fee.rate")}
        value={rule.rate_bps / 100}
        onChange={(next) => onChange({ ...rule, rate_bps: Math.round(Number(next) * 100) })}
        decimalScale={2}
        min={0}
        max={100}
        suffix="%"
      />
      <TextInput
        label={t("config.fee.fixed")}
        value={rule.fixed}
        onChange={(event) => onChange({ ...rule, fixed: event.currentTarget.value.trim() })}
        inputMode="decimal"
      />
      <TextInput
        label={t("words.field.min")}
        value={rule.min ?? ""}
        placeholder={t("config.fee.none")}
        onChange={(event) => onChange({ ...rule, min: bound(event.currentTarget.value) })}
        inputMode="decimal"
      />
      <TextInput
        label={t("words.field.max")}
        value={rule.max ?? ""}
        placeholder={t("config.fee.none")}
        onChange={(event) => onChange({ ...rule, max: bound(event.currentTarget.value) })}
        inputMode="decimal"
      />
      {error === null ? null : <p className={css.error}>{error}</p>}
    </fieldset>
  );
}
