/** What is chosen from: options that are named, and things that are looked up. */
import type { CellTools } from "../cell-tools.ts";
import type { MessageKey } from "../i18n/keys.ts";

/** One value of a choice: what is sent, and the message that names it. */
export interface Option {
  readonly value: string;
  /** A message key, or a text that needs no translation (an operator's own name). */
  readonly label: MessageKey | { readonly text: string };
}

/** An option's name in the present language. */
export function optionWord(option: Option, { t }: CellTools): string {
  return typeof option.label === "string" ? t(option.label) : option.label.text;
}

/** Resources that a look-up searches by name. */
export type Lookup = "merchants" | "wallets" | "templates";
