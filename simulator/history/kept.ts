/** What people keep and share: views of lists, a template of wallets, a role and who has it, a change of the configuration that is to come. */
import { randomBytes } from "node:crypto";
import { DAY_MS } from "../../src/contract/time.ts";
import type { ViewPlace } from "../../src/contract/lists.ts";
import type { Permission } from "../../src/contract/permissions.ts";
import { plain } from "../money.ts";
import { WALLETS } from "../fleet.ts";
import { dhakaTime, type HistoryDay, type HistoryPlan } from "./plan.ts";
import type { Room } from "./room.ts";
import type { Act } from "./stream.ts";

interface SharedView {
  readonly account: string;
  readonly list: ViewPlace;
  readonly name: string;
  readonly query: string;
}
/** Shared inside one's house: the platform's people see the first ones, Tiger Travel's the last one. */
const VIEWS: readonly SharedView[] = [
  { account: "operator", list: "payments", name: "今日未付 Not paid today", query: "range=today&status=expired,cancelled" },
  { account: "operator", list: "sms", name: "待认领 Unclaimed money", query: "in_suspense=true" },
  { account: "finance", list: "disburses", name: "要处理的代付 Payouts to look after", query: "status=review,attempt_failed,unknown" },
  { account: "finance", list: "withdrawal", name: "待付提现 Withdrawals to pay", query: "status=pending,approved" },
  { account: "tiger", list: "payments", name: "今日到账 Paid today", query: "range=today&status=completed" },
];
/** The wallets that are given the template, which are all of them that collect and pay out by one bKash phone. */
const ALIKE = WALLETS.filter(({ operator, walletType, collects, paysOut }) => operator === "bkash" && walletType === "personal" && collects && paysOut);
/** Whoever is there at night looks after payments and messages, and leaves payouts and float to the day. */
const NIGHT: readonly Permission[] = [
  "home.see",
  "payments.see",
  "payments.decide",
  "disburses.see",
  "wallets.see",
  "sms.see",
  "sms.decide",
  "exceptions.see",
  "exceptions.decide",
  "deliveries.see",
  "phones.unmask",
  "messages.read",
  "amounts.see",
  "search",
];

export class Kept {
  constructor(
    private readonly room: Room,
    private readonly plan: HistoryPlan,
    private readonly later: (atMs: number, act: Act) => void,
  ) {}

  /** Plans what this day brings. */
  beginDay({ index, startMs }: HistoryDay): void {
    if (index !== Math.min(1, this.plan.days)) return;
    this.later(dhakaTime(startMs, 11, 30), () => this.share());
    this.later(dhakaTime(startMs, 12, 10), () => this.template());
    this.later(dhakaTime(startMs, 13, 30), () => this.nightShift());
  }

  private async share(): Promise<void> {
    for (const { account, list, name, query } of VIEWS) await this.room.desk.call(account, "POST /api/views", { body: { list, name, query, shared: true } });
  }

  private async template(): Promise<void> {
    const { desk, wallet } = this.room;
    const dailyMax = ALIKE[0]?.dailyMax ?? 0n;
    const template = await desk.call("admin", "POST /api/wallet-templates", {
      body: {
        name: "收付两用 Collects and pays out",
        operator: "bkash",
        wallet_type: "personal",
        is_default: true,
        settings: {
          collect: true,
          payout: true,
          payments_open: true,
          disburses_open: true,
          min_amount: "10.00",
          max_amount: "25000.00",
          daily_max: plain(dailyMax),
          month_max: plain(dailyMax * 20n),
          daily_count_max: null,
          month_count_max: null,
          cool_interval: null,
          phone_trust_limit: null,
        },
      },
    });
    for (const { key } of ALIKE) {
      const id = wallet(key).publicId;
      const { version } = await desk.call("admin", "GET /api/wallets/:id", { id });
      await desk.call("admin", "POST /api/wallets/:id/template", { id, body: { version, template: { id: template.id, edition: template.edition } } });
    }
  }

  private async nightShift(): Promise<void> {
    const { desk, addAccount } = this.room;
    const role = await desk.call("admin", "POST /api/roles", { body: { name: "夜班 Night shift", user_type: "operator", permissions: [...NIGHT] } });
    const password = `demo-${randomBytes(9).toString("base64url")}`;
    await desk.call("admin", "POST /api/users", {
      body: { account: "night", email: "night@demo.floatdesk.invalid", user_type: "operator", role_id: role.id, password },
    });
    addAccount({ account: "night", password, user_type: "operator" });
  }

  /** What is to hold from a day to come on. */
  async end(): Promise<void> {
    const { desk, clock } = this.room;
    const { version } = await desk.call("admin", "GET /api/config");
    const at = new Date(Math.ceil(clock.now() / DAY_MS) * DAY_MS + 2 * DAY_MS).toISOString();
    await desk.call("admin", "POST /api/config/schedules", { body: { version, at, wallet_near_limit_percent: 85 } });
  }
}
