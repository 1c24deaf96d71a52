/** Amounts that a form comes with, while amounts are hidden (docs/decisions/0070): drawn as dots until somebody types another or shows them. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { type ClipboardEvent, type ReactElement, useRef } from "react";
import { useCovered } from "../covered.ts";
import { sayNoCopy } from "../ui/tip.ts";

/** What every field of an amount has. */
export interface AmountFieldProps {
  readonly inputMode: "decimal";
  readonly autoComplete: "off";
  /** Its value is drawn as dots (global.css). */
  readonly "data-hidden-amount"?: true;
  readonly onCopy?: (event: ClipboardEvent<HTMLInputElement>) => void;
  readonly onCut?: (event: ClipboardEvent<HTMLInputElement>) => void;
}

const refuse = (event: ClipboardEvent<HTMLInputElement>): void => {
  event.preventDefault();
  sayNoCopy(event.currentTarget);
};
const PLAIN: AmountFieldProps = { inputMode: "decimal", autoComplete: "off" };
const HIDDEN: AmountFieldProps = { ...PLAIN, "data-hidden-amount": true, onCopy: refuse, onCut: refuse };

/**
 * Props of a field of an amount, and what it calls when a person types, before the value changes: what one types oneself is seen, what the
 * form put there (as it came, by a proposal, by taking changes back) is not.
 */
export function useAmountField(value: string): [props: AmountFieldProps, typing: () => void] {
  const isTyping = useRef(false);
  const typed = useRef("");
  if (isTyping.current) typed.current = value;
  isTyping.current = false;
  const hidden = useCovered() && value !== typed.current;
  return [
    hidden ? HIDDEN : PLAIN,
    () => {
      isTyping.current = true;
    },
  ];
}

interface AmountTextProps extends Omit<TextInputProps, "value" | "onChange"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field of an amount as it is typed, without grouping. */
export function AmountText({ value, onChange, ...rest }: AmountTextProps): ReactElement {
  const [props, typing] = useAmountField(value);
  const change = (next: string): void => {
    typing();
    onChange(next);
  };
  return <TextInput {...rest} {...props} value={value} onChange={(event) => change(event.currentTarget.value)} />;
}
