/** What is typed is never cut: a text that is too long says so, with its length and its limit. */
import type { text as Text } from "../i18n/keys.ts";

/** Words for a value longer than `max` (as it is sent, without blanks at its ends), or null. */
export function tooLong(value: string, max: number | undefined, t: typeof Text): string | null {
  const { length } = value.trim();
  return max !== undefined && length > max ? t("common.tooLong", { max, n: length }) : null;
}
