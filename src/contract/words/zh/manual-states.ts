/** What becomes of manual operations. */
import type { ManualStatus } from "../../manual.ts";

/** Statuses of manual operations. */
export const manualStatus = { requested: "待复核", applied: "已执行", rejected: "已驳回", lapsed: "已失效" } satisfies Record<ManualStatus, string>;

/** Why a manual operation ended by itself. */
export const manualReason = { cancelled: "申请人已撤回", expired: "超过 24 小时无人复核", changed: "对象在此期间已变更" };
