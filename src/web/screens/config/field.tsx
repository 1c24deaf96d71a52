/** One field of the configuration, drawn from its kind. */
import { Checkbox, Group, NumberInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useId, useLayoutEffect } from "react";
import { OPERATOR_INFO, OPERATORS } from "../../../contract/operators.ts";
import { AmountInput } from "../../forms/amount-input.tsx";
import { countText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import css from "./config.module.css";
import type { Field } from "./keys.ts";
import { asFee, asLines, isValid } from "./values.ts";

export interface FieldProps {
  readonly field: Field;
  readonly label: string;
  readonly hint?: string | undefined;
  /** What it takes and what it is by default, below the control. */
  readonly bounds?: string | undefined;
  /** Unit of amounts. */
  readonly currency: string;
  /** What the server or somebody else's save says of it, below the control. */
  readonly note?: ReactNode;
  /** The server refused the value. */
  readonly refused?: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled: boolean;
  readonly changed: boolean;
  /** Ends an address that leads here. */
  readonly anchor?: string;
}

/** The fields' own wrapper names only its error as description: help and bounds are put before it. */
function useDescribed(id: string, parts: readonly string[]): void {
  useLayoutEffect(() => {
    const control = document.getElementById(id);
    const own = (control?.getAttribute("aria-describedby") ?? "").split(" ").filter((part) => part !== "" && !parts.includes(part));
    if (parts.length > 0) control?.setAttribute("aria-describedby", [...parts, ...own].join(" "));
  });
}

/** Label and hint on the left, the control on the right; a mark where the value is not saved yet. */
export function ConfigField(props: FieldProps) {
  const id = useId();
  useDescribed(id, [props.hint === undefined ? "" : `${id}-hint`, props.bounds === undefined ? "" : `${id}-bounds`].filter(Boolean));
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
        {props.bounds === undefined ? null : (
          <p className={css.hint} id={`${id}-bounds`}>
            {props.bounds}
          </p>
        )}
        {props.note}
      </div>
    </div>
  );
}

type ControlProps = FieldProps & { readonly id: string; readonly error: string | null };

function Control(props: FieldProps & { id: string }) {
  const t = useText();
  const { id, field, value, onChange, disabled } = props;
  const error = isValid(field, value) ? (props.refused ?? null) : problemOf(t, field);
  const shared: ControlProps = { ...props, error };
  switch (field.kind) {
    case "flag":
      return <Switch id={id} checked={value === true} disabled={disabled} onChange={(event) => onChange(event.currentTarget.checked)} />;
    case "number":
      return <NumberControl {...shared} field={field} />;
    case "amount":
      return <AmountControl {...shared} field={field} />;
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
  if (field.kind === "number") return t("config.range", { min: countText(field.min), max: countText(field.max) });
  return t(field.kind === "amount" ? "list.form.amountInvalid" : "errors.field.invalid");
}

type Of<K extends Field["kind"]> = ControlProps & { readonly field: Extract<Field, { kind: K }> };

function NumberControl({ id, field, value, onChange, disabled, error }: Of<"number">) {
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
      thousandSeparator=","
      suffix={` ${t(`config.units.${field.unit}`)}`}
      disabled={disabled}
      error={error}
    />
  );
}

function AmountControl({ id, field, value, onChange, disabled, error, currency }: Of<"amount">) {
  const t = useText();
  const isNullable = field.nullable === true;
  return (
    <AmountInput
      id={id}
      className="fd-num"
      value={typeof value === "string" ? value : ""}
      onChange={(plain) => onChange(plain.trim() === "" && isNullable ? null : plain.trim())}
      currency={currency}
      disabled={disabled}
      error={error}
      placeholder={isNullable ? t("config.fee.none") : ""}
    />
  );
}

function TextControl({ id, value, onChange, disabled, error }: Of<"text">) {
  return (
    <TextInput
      id={id}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onChange(event.currentTarget.value.trim().toUpperCase())}
      disabled={disabled}
      error={error}
    />
  );
}

function LinesControl({ id, value, onChange, disabled, error }: ControlProps) {
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
      error={error}
    />
  );
}

function ChoiceControl({ id, field, value, onChange, disabled }: Of<"choice">) {
  const t = useText();
  const data = field.values.map((one) => ({ value: one, label: t(`config.trxDate.${one}`) }));
  return <Select id={id} data={data} value={String(value)} onChange={(next) => next !== null && onChange(next)} allowDeselect={false} disabled={disabled} />;
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

function FeeControl({ id, value, onChange, disabled, error, currency }: ControlProps) {
  const t = useText();
  const rule = asFee(value);
  const bound = (plain: string): string | null => (plain.trim() === "" ? null : plain.trim());
  return (
    <fieldset id={id} className={css.fee} aria-labelledby={`${id}-label`} disabled={disabled} aria-invalid={error !== null || undefined}>
      <NumberInput
        label={t("config.fee.rate")}
        value={rule.rate_bps / 100}
        onChange={(next) => onChange({ ...rule, rate_bps: Math.round(Number(next) * 100) })}
        decimalScale={2}
        min={0}
        max={100}
        suffix=" %"
      />
      <AmountInput label={t("config.fee.fixed")} value={rule.fixed} onChange={(plain) => onChange({ ...rule, fixed: plain.trim() })} currency={currency} />
      {(["min", "max"] as const).map((side) => (
        <AmountInput
          key={side}
          label={t(`words.field.${side}`)}
          value={rule[side] ?? ""}
          placeholder={t("config.fee.none")}
          onChange={(plain) => onChange({ ...rule, [side]: bound(plain) })}
          currency={currency}
        />
      ))}
      {error === null ? null : <p className={css.error}>{error}</p>}
    </fieldset>
  );
}
