/** The result of a job as a file: every item, and what became of it. */
import type { BulkItemStatus } from "../../../contract/bulk.ts";
import { BULK_OBJECTS, bulkObjectOf } from "../../../contract/bulk.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import { formatDateTime } from "../../../contract/time.ts";
import { csvCell } from "../../../domain/payouts/batch-file.ts";
import { doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { HANDLED } from "../../platform/http/route.ts";
import type { ExportLanguage } from "../../platform/lists/export-columns.ts";
import { Refused } from "../../platform/refusal.ts";
import { bulkById, itemsOf } from "./queries.ts";

const HEADS = {
  zh: ["序号", "编号", "名称", "商户", "金额", "付款凭证", "结果", "原因代码", "当时状态", "时间"],
  en: ["No.", "ID", "Name", "Merchant", "Amount", "Reference", "Result", "Reason code", "State then", "Time"],
} as const satisfies Record<ExportLanguage, readonly string[]>;
const RESULTS = {
  zh: { unchecked: "未检查", waiting: "等待中", blocked: "已排除", done: "已完成", asked: "等待复核", failed: "失败", skipped: "未执行" },
  en: { unchecked: "Not checked", waiting: "Waiting", blocked: "Left out", done: "Done", asked: "Waits for approval", failed: "Failed", skipped: "Not run" },
} as const satisfies Record<ExportLanguage, Record<BulkItemStatus, string>>;

/** Answers the file; it begins with a byte order mark, so that a spreadsheet reads it as what it is. Refuses not_found */
export async function bulkResult(
  ctx: UserCtx,
  id: bigint,
  lang: ExportLanguage,
  reply: { header(name: string, value: string): unknown; send(payload: unknown): unknown },
): Promise<typeof HANDLED | Refused> {
  const { app, actor } = ctx;
  const job = await bulkById(app, app.db, id, actor);
  if (job instanceof Refused) return job;
  const noted = await ctx.tx((tx) =>
    audit(ctx, tx, { action: "export", objectType: "bulk", objectId: job.id, merchantId: actor.merchantId, after: { format: "csv", count: job.items } }),
  );
  doneOf(noted);
  const { kind } = BULK_OBJECTS[bulkObjectOf(job.act)];
  const rows = (await itemsOf(app.db, id, null, 0, null)).map((raw) => [
    raw.position,
    app.publicIds.encode(kind, raw.object_id),
    raw.label,
    raw.merchant_name,
    formatAmountOrNull(raw.amount),
    raw.reference,
    RESULTS[lang][raw.status],
    raw.code,
    raw.state,
    raw.at === null ? null : formatDateTime(raw.at),
  ]);
  const lines: (readonly (string | number | null)[])[] = [HEADS[lang], ...rows];
  reply.header("content-type", "text/csv; charset=utf-8");
  reply.header("content-disposition", `attachment; filename="${job.id}-result.csv"`);
  reply.send(`\uFEFF${lines.map((cells) => cells.map(csvCell).join(",")).join("\r\n")}\r\n`);
  return HANDLED;
}
