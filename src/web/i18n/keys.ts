/** Messages named by one dotted key over all areas (`payments.columns.amount`), for tables that are data. */
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { useCovered } from "../covered.ts";
import type { Locale } from "../screens.ts";
import type { Messages } from "./index.ts";

type Leaf<T, P extends string = ""> = { [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Leaf<T[K], `${P}${K}.`> }[keyof T & string];
/** Every message of every area: `area.path.to.message`. */
export type MessageKey = Leaf<Messages>;
/** Values for a message's placeholders. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** Messages without placeholders that were asked for before, in one language: a list asks for the same few hundred times over. */
const plain = { language: "", words: new Map<MessageKey, string>() };

function translated(key: MessageKey, params?: MessageParams): string {
  const dot = key.indexOf(".");
  const id = key.slice(dot + 1);
  const found = String((i18next.t as (id: string, options: object) => unknown)(id, { ...params, ns: key.slice(0, dot) })); // keys are checked by MessageKey
  // What has not arrived yet is answered with its own name.
  if (params === undefined && found !== id) plain.words.set(key, found);
  return found;
}

/** Message of a key in the present language, outside components. */
export function text(key: MessageKey, params?: MessageParams): string {
  if (params !== undefined) return translated(key, params);
  if (plain.language !== i18next.language) {
    plain.language = i18next.language;
    plain.words.clear();
  }
  return plain.words.get(key) ?? translated(key);
}

/** Message of a key in a language that need not be the present one; null while it has not arrived (`loadBeside`). */
export function textIn(locale: Locale, key: MessageKey): string | null {
  const dot = key.indexOf(".");
  const id = key.slice(dot + 1);
  const found: unknown = i18next.getResource(locale, key.slice(0, dot), id);
  return typeof found === "string" ? found : null;
}

/** The same under another name: whatever was drawn with the one is drawn again with the other. */
const textWhileCovered: typeof text = (key, params) => text(key, params);

/** As {@link text}; renders again when the language changes, or when amounts are covered or shown (covered.ts). */
export function useText(): typeof text {
  useTranslation();
  return useCovered() ? textWhileCovered : text;
}
