/** Amounts that a form comes with, while amounts are hidden (docs/decisions/0070): dots stand in the field until somebody types or shows them. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { type ReactElement, useRef } from "react";
import { COVER, useCovered } from "../covered.ts";
import { amountTyped } from "./check.ts";

const DOTS = new RegExp(COVER.slice(0, 1), "g");

/** What a field of an amount has beside its value. `data-hidden-amount` tells the dialog's note (`ui/covered-note.tsx`) that something is hidden. */
interface AmountFieldProps {
  readonly inputMode: "decimal";
  readonly autoComplete: "off";
  readonly "data-hidden-amount"?: true;
}
const PLAIN: AmountFieldProps = { inputMode: "decimal", autoComplete: "off" };
const HIDDEN: AmountFieldProps = { ...PLAIN, "data-hidden-amount": true };

interface AmountField {
  readonly props: AmountFieldProps;
  /** Dots are shown in place of the value; what is typed takes its place. */
  readonly hidden: boolean;
  /** To be asked for each text that a person writes into the field. @returns the text without the dots */
  readonly written: (text: string) => string;
}

/**
 * Whether a field of an amount hides its value: what one types oneself is seen, what the form put there (as it came, by a proposal, by taking
 * changes back) is neither drawn, read out nor copied.
 */
export function useAmountField(value: string): AmountField {
  const isTyping = useRef(false);
  const typed = useRef("");
  if (isTyping.current) typed.current = value;
  isTyping.current = false;
  const hidden = useCovered() && value !== "" && value !== typed.current;
  const written = (text: string): string => {
    isTyping.current = true;
    return hidden ? text.replace(DOTS, "") : text;
  };
  return { props: hidden ? HIDDEN : PLAIN, hidden, written };
}

interface AmountTextProps extends Omit<TextInputProps, "value" | "onChange"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field of an amount as it is typed, without grouping; what is pasted with separators loses them. */
export function AmountText({ value, onChange, ...rest }: AmountTextProps): ReactElement {
  const { props, hidden, written } = useAmountField(value);
  return <TextInput {...rest} {...props} value={hidden ? COVER : value} onChange={(event) => onChange(amountTyped(written(event.currentTarget.value)))} />;
}
