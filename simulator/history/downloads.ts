/** Files that repeat, and files that somebody asked for: whose they are, and the moments at which the product makes them. */
import { MINUTE_MS } from "../../src/contract/time.ts";
import type { ExportFileIn, ExportScheduleIn } from "../../src/contract/exports.schema.ts";
import { dhakaTime, type HistoryDay, type HistoryPlan } from "./plan.ts";
import type { Room } from "./room.ts";
import type { Act } from "./stream.ts";

/** 08:00 in Asia/Shanghai is two hours earlier in Dhaka. */
const DUE = { time: "08:00", hour: 6 } as const;
/** Schedules were made so many days before the last one; a file was asked for so many days before it. */
const BEGUN = 4;
const ASKED = 1;

type Schedule = Pick<ExportScheduleIn, "list" | "name" | "format" | "lang"> & { readonly account: string };
/** Each person sees his own. */
const SCHEDULES: readonly Schedule[] = [
  { account: "admin", list: "payments", name: "每日代收 Payments of each day", format: "xlsx", lang: "zh" },
  { account: "finance", list: "reconciliation", name: "每日对账 Reconciliation of each day", format: "xlsx", lang: "en" },
  { account: "tiger", list: "payments", name: "昨日代收 Payments of the day before", format: "csv", lang: "en" },
];
type Asked = Pick<ExportFileIn, "list" | "range" | "format" | "lang"> & { readonly account: string };
const BY_HAND: readonly Asked[] = [
  { account: "admin", list: "disburses", range: "last_7_days", format: "xlsx", lang: "zh" },
  { account: "finance", list: "withdrawal", range: "last_7_days", format: "csv", lang: "en" },
  { account: "tiger", list: "disburses", range: "last_7_days", format: "csv", lang: "en" },
];

export class Downloads {
  constructor(
    private readonly room: Room,
    private readonly plan: HistoryPlan,
    private readonly later: (atMs: number, act: Act) => void,
  ) {}

  /** Plans what this day brings. */
  beginDay({ index, startMs }: HistoryDay): void {
    const before = this.plan.days - index;
    if (index > 0 && before === Math.min(BEGUN, this.plan.days - 1)) this.later(dhakaTime(startMs, 9, 20), () => this.schedule());
    if (index > 0 && before === Math.min(ASKED, this.plan.days - 1)) this.later(dhakaTime(startMs, 14, 40), () => this.ask());
  }

  /** When files are to be made within this time: what is written together ends there. Null: never */
  dueIn(fromMs: number, toMs: number, { index, startMs }: HistoryDay): number | null {
    if (this.plan.days - index >= BEGUN) return null;
    const dueMs = dhakaTime(startMs, DUE.hour) + MINUTE_MS / 20;
    return fromMs < dueMs && dueMs < toMs ? dueMs : null;
  }

  /** Makes what is due. A file that found no place waits for the next time. */
  async make({ index }: HistoryDay): Promise<void> {
    if (this.plan.days - index > BEGUN) return;
    await this.room.desk.job("exports.due");
    await this.room.desk.job("exports.make");
  }

  private async schedule(): Promise<void> {
    for (const { account, ...asked } of SCHEDULES)
      await this.room.desk.call(account, "POST /api/exports/schedules", {
        body: { ...asked, filters: {}, range: "yesterday", frequency: "daily", time: DUE.time },
      });
  }

  private async ask(): Promise<void> {
    for (const { account, ...asked } of BY_HAND) await this.room.desk.call(account, "POST /api/exports/files", { body: { ...asked, filters: {} } });
  }
}
