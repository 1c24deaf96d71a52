/** Moments as home says them: until when its figures count. */
import { formatDateTime } from "../../i18n/format.ts";

/** `14:32`, Asia/Shanghai; "" of nothing. */
export function timeText(instant: string | null): string {
  return instant === null ? "" : formatDateTime(instant).slice("2026/11/26 ".length);
}
