/** The result of a batch as a file: every row of the merchant's own file, and what became of it. */
import type { BatchRowStatus } from "../../../contract/disburse-batches.ts";
import { formatAmount } from "../../../contract/money.ts";
import { csvCell } from "../../../domain/payouts/batch-file.ts";
import { doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { HANDLED } from "../../platform/http/route.ts";
import { hidesAmounts, phoneFor } from "../../platform/lists/mask.ts";
import { readId } from "../../platform/lists/page.ts";
import type { ExportLanguage } from "../../platform/lists/export-columns.ts";
import { batchById, linesOf, type LineRaw, statusFor } from "./queries.ts";
import { Refused } from "../../platform/refusal.ts";

const HEADS = {
  zh: ["行号", "商户订单号", "运营商", "金额", "收款号码", "用户 ID", "结果", "原因代码", "订单号", "订单状态", "TrxID", "手续费"],
  en: ["Line", "Merchant order ID", "Operator", "Amount", "Recipient number", "User ID", "Result", "Reason code", "Order ID", "Order status", "TrxID", "Fee"],
} as const satisfies Record<ExportLanguage, readonly string[]>;
const RESULTS = {
  zh: { waiting: "等待中", created: "已下单", existing: "订单已存在", failed: "失败", stopped: "已停止" },
  en: { waiting: "Waiting", created: "Ordered", existing: "Already ordered", failed: "Failed", stopped: "Stopped" },
} as const satisfies Record<ExportLanguage, Record<BatchRowStatus, string>>;

function cellsOf(ctx: UserCtx, raw: LineRaw, lang: ExportLanguage): readonly (string | number | null)[] {
  return [
    raw.line,
    raw.merchant_order_id,
    raw.operator,
    hidesAmounts(ctx.actor) ? null : raw.amount_text,
    phoneFor(ctx.actor, raw.customer),
    phoneFor(ctx.actor, raw.user_ref),
    RESULTS[lang][raw.status],
    raw.code,
    ctx.app.publicIds.encodeOrNull("disburse", raw.order_id),
    raw.order_status === null ? null : statusFor(ctx.actor, raw.order_status, raw.attempt_count ?? 0),
    raw.trx_id,
    raw.fee === null || hidesAmounts(ctx.actor) ? null : formatAmount(raw.fee),
  ];
}

/** Answers the file; it begins with a byte order mark, so that a spreadsheet reads it as what it is. Refuses not_found */
export async function batchResult(
  ctx: UserCtx,
  publicId: string,
  lang: ExportLanguage,
  reply: { header(name: string, value: string): unknown; send(payload: unknown): unknown },
): Promise<typeof HANDLED | Refused> {
  const { app, actor } = ctx;
  const id = readId(app, "batch", publicId);
  if (id instanceof Refused) return id;
  const batch = await batchById(app, app.db, id, actor);
  if (batch instanceof Refused) return batch;
  const noted = await ctx.tx((tx) =>
    audit(ctx, tx, {
      action: "export",
      objectType: "batches",
      objectId: batch.id,
      merchantId: actor.merchantId,
      after: { format: "csv", file_name: batch.file_name },
    }),
  );
  doneOf(noted);
  const lines = [HEADS[lang] as readonly (string | number | null)[], ...(await linesOf(app.db, id, "all")).map((raw) => cellsOf(ctx, raw, lang))];
  reply.header("content-type", "text/csv; charset=utf-8");
  reply.header("content-disposition", `attachment; filename="${batch.id}-result.csv"`);
  reply.send(`\uFEFF${lines.map((cells) => cells.map(csvCell).join(",")).join("\r\n")}\r\n`);
  return HANDLED;
}
