/** Names of values that the server sends: statuses, kinds, reasons. */
import i18next from "i18next";
import type { Area } from "../i18n/index.ts";

/** Message `{area}.{path}.{value}`, or the value as it came when a newer server sends one that this build does not know. */
export function named(area: Area, path: string, value: string): string {
  const key = `${path}.${value}`;
  // A value from outside cannot be a checked key; whether the message exists is asked first.
  return i18next.exists(key, { ns: area }) ? String((i18next.t as (id: string, options: object) => unknown)(key, { ns: area })) : value;
}
