/** An amount as it is typed: grouped by thousands while it is, with its currency beside it. Its value is the plain decimal string. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { type ChangeEvent, type ReactElement, useLayoutEffect, useRef } from "react";
import { COVER } from "../covered.ts";
import { amountTyped } from "./check.ts";
import { useAmountField } from "./amount-text.tsx";

const PLAIN = /^\d{4,}(?:\.\d*)?$/;

/** A plain amount with separators of thousands; what is none (yet) stays as it was typed. */
export function grouped(value: string): string {
  if (!PLAIN.test(value)) return value;
  const [whole = "", ...rest] = value.split(".");
  return [whole.replace(/\B(?=(\d{3})+(?!\d))/g, ","), ...rest].join(".");
}

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
  readonly currency: string;
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
    const { inputType } = event.nativeEvent as InputEvent; // absent where a program fills the field
    // A separator that stands at no thousand any more, after a digit was taken away, is still ours.
    const plain = amountTyped(/^[\d,]*(?:\.\d*)?$/.test(written) && shown.includes(",") ? written.replaceAll(",", "") : written);
    if (!hidden)
      caret.current = { characters: withoutSeparators(written.slice(0, selectionStart ?? written.length)), forward: inputType === "deleteContentForward" };
    onChange(plain);
  };
  return <TextInput ref={input} value={shown} onChange={change} {...props} rightSection={currency} rightSectionWidth={56} {...rest} />;
}
