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

/** Messages that were asked for before, in one language, their placeholders not filled: a list asks for the same few hundred times over. */
const known = { language: "", messages: new Map<MessageKey, string>() };
const PLACE = /\{\{(\w+)\}\}/gu;
/** Placeholders with a format, such as `{{n, s}}`, are for i18next. */
const FORMATTED = /\{\{[^}]*,/u;

function translated(key: MessageKey, params?: object): string {
  const dot = key.indexOf(".");
  return String((i18next.t as (id: string, options: object) => unknown)(key.slice(dot + 1), { ...params, ns: key.slice(0, dot) })); // keys are checked by MessageKey
}

/** The message as it is written. */
function written(key: MessageKey): string {
  if (known.language !== i18next.language) {
    known.language = i18next.language;
    known.messages.clear();
  }
  const before = known.messages.get(key);
  if (before !== undefined) return before;
  const found = translated(key, { skipInterpolation: true });
  // What has not arrived yet is answered with its own name.
  if (found !== key.slice(key.indexOf(".") + 1)) known.messages.set(key, found);
  return found;
}

/** Message of a key in the present language, outside components. */
export function text(key: MessageKey, params?: MessageParams): string {
  const message = written(key);
  if (params === undefined) return message;
  return FORMATTED.test(message) ? translated(key, params) : message.replace(PLACE, (_place, name: string) => String(params[name] ?? ""));
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
