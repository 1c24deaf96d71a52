/** The emergency stops that concern who is signed in, read once for the banner and the home screen; and their words. */
import { operatorInfo } from "../../contract/operators.ts";
import type { SwitchRow } from "../../contract/switches.schema.ts";
import { useLiveEvents } from "../events.ts";
import { formatDateTime } from "../i18n/format.ts";
import type { text } from "../i18n/keys.ts";
import { invalidate, useRead } from "../query.ts";
import { useCan, useLimited } from "../session.tsx";

const REFRESH_MS = 30_000;

/** As {@link useSwitches}, with whether the answer is there; who may not see them waits for nothing. */
export function useSwitchesRead(): { readonly data: readonly SwitchRow[] | undefined; readonly known: boolean } {
  const may = useCan("switches.see");
  const limited = useLimited();
  useLiveEvents(["home", "config"], () => invalidate("GET /api/switches"));
  const enabled = may && !limited;
  const read = useRead("GET /api/switches", { query: {} }, { enabled, everyMs: REFRESH_MS, staleMs: REFRESH_MS });
  return { data: read.data?.items, known: !enabled || !read.isPending };
}

/** Switches that are engaged now; undefined until they are known. */
export function useSwitches(): readonly SwitchRow[] | undefined {
  return useSwitchesRead().data;
}

/** What a switch closes, in words: `Nagad: payments`. */
export function switchWords(row: Pick<SwitchRow, "scope" | "direction" | "operator" | "merchant" | "wallet">, t: typeof text): string {
  const object = (row.merchant ?? row.wallet)?.name ?? "";
  const operator = row.operator === null ? null : operatorInfo(row.operator).name;
  // A merchant may be stopped at one operator alone.
  const name = operator === null ? object : object === "" ? operator : t("switches.stop.atOperator", { name: object, operator });
  return t(`switches.what.${row.scope}`, { name, direction: t(`switches.direction.${row.direction}`) });
}

/** A switch as the banner says it: with its reason, for whom it is meant, and its end. */
export function bannerWords(row: SwitchRow, t: typeof text): string {
  const what = switchWords(row, t);
  const reasoned = row.reason === null ? what : t("switches.bannerReason", { what, reason: row.reason });
  return row.reopen_at === null ? reasoned : t("switches.bannerUntil", { what: reasoned, time: formatDateTime(row.reopen_at) });
}
