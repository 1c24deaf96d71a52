/**
 * An amount as it is typed: grouped by thousands while it is, with its currency beside it. Its value is the plain decimal string.
 * While amounts are hidden (docs/decisions/0070) dots stand for what the form came with, until somebody types or shows it.
 */
import { TextInput, type TextInputProps } from "@mantine/core";
import { type ChangeEvent, type ReactElement, useLayoutEffect, useRef } from "react";
import { COVER, useCovered } from "../covered.ts";
import { amountTyped } from "./check.ts";

const DOTS = new RegExp(COVER.slice(0, 1), "g");

/** What a field of an amount has beside its value. `data-hidden-amount` tells the dialog's note (`ui/covered-note.tsx`) that something is hidden. */
interface AmountFieldProps {
  readonly inputMode: "decimal";
  readonly autoComplete: "off";
  readonly "data-hidden-amount"?: true;
}
const SEEN: AmountFieldProps = { inputMode: "decimal", autoComplete: "off" };
const HIDDEN: AmountFieldProps = { ...SEEN, "data-hidden-amount": true };

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
function useAmountField(value: string): AmountField {
  const isTyping = useRef(false);
  const typed = useRef("");
  if (isTyping.current) typed.current = value;
  isTyping.current = false;
  const hidden = useCovered() && value !== "" && value !== typed.current;
  const written = (text: string): string => {
    isTyping.current = true;
    return hidden ? text.replace(DOTS, "") : text;
  };
  return { props: hidden ? HIDDEN : SEEN, hidden, written };
}

const PLAIN = /^\d{4,}(?:\.\d*)?$/;

/** A plain amount with separators of thousands; what is none (yet) stays as it was typed. */
export function grouped(value: string): string {
  if (!PLAIN.test(value)) return value;
  const [whole = "", ...rest] = value.split(".");
  return [whole.replace(/\B(?=(\d{3})+(?!\d))/g, ","), ...rest].join(".");
}

/** One key at a time: separators that stand in the text are those that we drew. What is put there as a whole is read by its own. */
const BY_KEYS = /^(?:insertText|insertCompositionText|delete)/;

const withoutSeparators = (text: string): number => text.replaceAll(",", "").length;

/** Where the caret stands in a grouped text, with so many characters that are no separators before it. */
export function caretAfter(text: string, characters: number, forward: boolean): number {
  let at = 0;
  for (let seen = 0; at < text.length && seen < characters; at += 1) if (text[at] !== ",") seen += 1;
  // Who deletes forward has passed the separator, else it would stand in the way for ever.
  return forward && text[at] === "," ? at + 1 : at;
}

export interface AmountInputProps extends Omit<TextInputProps, "value" | "onChange"> {
  readonly value: string;
  readonly onChange: (plain: string) => void;
  /** Stands beside it, where the label does not say it. */
  readonly currency?: string;
}

export function AmountInput({ value, onChange, currency, ...rest }: AmountInputProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<{ characters: number; forward: boolean } | null>(null);
  const { props, hidden, written: writtenOver } = useAmountField(value);
  const shown = hidden ? COVER : grouped(value);
  useLayoutEffect(() => {
    const { current } = caret;
    caret.current = null;
    if (current === null || input.current === null || document.activeElement !== input.current) return;
    const at = caretAfter(input.current.value, current.characters, current.forward);
    input.current.setSelectionRange(at, at);
  });
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const { selectionStart } = event.currentTarget;
    const written = writtenOver(event.currentTarget.value);
    const { inputType } = event.nativeEvent as Partial<InputEvent>; // absent where a program fills the field
    // A separator that stands at no thousand any more, after a digit was taken away, is still ours.
    const isOurs = BY_KEYS.test(inputType ?? "") && shown.includes(",") && /^[\d,]*(?:\.\d*)?$/.test(written);
    const plain = amountTyped(isOurs ? written.replaceAll(",", "") : written);
    if (!hidden)
      caret.current = { characters: withoutSeparators(written.slice(0, selectionStart ?? written.length)), forward: inputType === "deleteContentForward" };
    onChange(plain);
  };
  const beside = currency === undefined ? {} : { rightSection: currency, rightSectionWidth: 56 };
  return <TextInput ref={input} value={shown} onChange={change} {...props} {...beside} {...rest} />;
}
