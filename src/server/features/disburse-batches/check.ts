/** What a file of payouts would do: each row checked as acceptance would check it, against the file itself and against what is there. */
import type { BatchCheckRow, BatchTotals } from "../../../contract/disburse-batches.schema.ts";
import { BATCH_COLUMNS, type BatchResult } from "../../../contract/disburse-batches.ts";
import { disburseCreate } from "../../../contract/disburses.schema.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { type BatchFileRow, readBatchFile } from "../../../domain/payouts/batch-file.ts";
import type { App } from "../../platform/context.ts";
import { checkPayout, readPayout } from "../disburses/index.ts";
import { fieldErrors } from "../../platform/http/errors.ts";
import { Refused } from "../../platform/refusal.ts";

/** A row with its verdict. Amounts are minor units. */
export interface CheckedRow {
  readonly line: number;
  readonly values: BatchFileRow["values"];
  readonly result: BatchResult;
  readonly field: string | null;
  readonly code: string | null;
  readonly orderId: bigint | null;
  /** The amount of a row that may become an order, now or after another try; null: it never can. */
  readonly amountMinor: bigint | null;
  readonly feeMinor: bigint | null;
}

interface Found {
  readonly key: string;
  readonly order_id: bigint;
  readonly same_content: string | null;
}

/** What a row asks for, as one text; the same for the order that has its number already. */
const contentOf = (amountMinor: bigint, operator: string, customer: string, userRef: string | null): string =>
  JSON.stringify([String(amountMinor), operator, customer, userRef]);

/** Orders of this merchant under these numbers, with their content where a file could have made them. */
async function findExisting(app: App, merchantId: bigint, keys: readonly string[]): Promise<Map<string, Found>> {
  const rows = await app.db.rows<{
    key: string;
    order_id: bigint;
    amount: bigint | null;
    operator: string;
    customer: string;
    user_ref: string | null;
    plain: boolean;
  }>(
    `select k.key, k.order_id, d.amount, d.operator, d.customer, d.user_ref, d.notify_url is null and d.metadata is null as plain
     from merchant_order_keys k left join disburses d on d.id = k.order_id where k.merchant_id = $1 and k.direction = 'disburse' and k.key = any ($2::text[])`,
    [merchantId, keys],
    "batch_existing",
  );
  return new Map(
    rows.map((row) => [
      row.key,
      {
        key: row.key,
        order_id: row.order_id,
        same_content: row.amount === null || !row.plain ? null : contentOf(row.amount, row.operator, row.customer, row.user_ref),
      },
    ]),
  );
}

/** The first field of a row that is wrong, in the file's order of columns. */
function firstField(fields: Readonly<Record<string, string>>): { field: string | null; code: string } {
  const field = BATCH_COLUMNS.find((column) => fields[column] !== undefined) ?? Object.keys(fields)[0] ?? null;
  return { field, code: field === null ? "invalid" : (fields[field] ?? "invalid") };
}

const verdict = (row: BatchFileRow, result: BatchResult, more: Partial<CheckedRow> = {}): CheckedRow => ({
  line: row.line,
  values: row.values,
  result,
  field: null,
  code: null,
  orderId: null,
  amountMinor: null,
  feeMinor: null,
  ...more,
});

/** The verdict of a row that is refused. */
function refusedRow(row: BatchFileRow, refused: Refused, amountMinor: bigint | null): CheckedRow {
  const { field, code } = firstField(refused.fields ?? {});
  return verdict(row, "error", { field, code: refused.code === "validation_failed" ? code : refused.code, amountMinor });
}

/** The row's body as `POST /v1/disburses` would take it. */
export function bodyOf(values: BatchFileRow["values"]): Record<string, string> {
  const { user_id, ...rest } = values;
  return user_id === "" ? rest : { ...rest, user_id };
}

async function checkRow(app: App, merchantId: bigint, ip: string | null, row: BatchFileRow, existing: ReadonlyMap<string, Found>): Promise<CheckedRow> {
  const parsed = disburseCreate.safeParse(Object.fromEntries(Object.entries(bodyOf(row.values)).filter(([, text]) => text !== "")));
  if (!parsed.success) return verdict(row, "error", firstField(fieldErrors(parsed.error.issues as unknown as Parameters<typeof fieldErrors>[0])));
  const order = await readPayout(app, merchantId, parsed.data, ip);
  if (order instanceof Refused) return refusedRow(row, order, null);
  const found = existing.get(row.values.merchant_order_id);
  if (found) {
    const same = found.same_content === contentOf(order.amountMinor, order.operator, order.customer, order.userRef);
    return same
      ? verdict(row, "existing", { orderId: found.order_id })
      : verdict(row, "error", { field: "merchant_order_id", code: "duplicate_order_mismatch", orderId: found.order_id });
  }
  const feeMinor = await checkPayout(app, order);
  if (feeMinor instanceof Refused) return refusedRow(row, feeMinor, order.amountMinor);
  return verdict(row, "ok", { amountMinor: order.amountMinor, feeMinor });
}

/**
 * Reads and checks a whole file.
 * Refuses validation_failed on `csv`, with the reason in its details, when it cannot be read as a file of payouts
 */
export async function checkFile(app: App, merchantId: bigint, csv: string, ip: string | null): Promise<readonly CheckedRow[] | Refused> {
  const read = readBatchFile(csv);
  if ("problem" in read) return new Refused("validation_failed", { fields: { csv: "invalid" }, details: read.problem });
  const existing = await findExisting(app, merchantId, [...new Set(read.rows.map((row) => row.values.merchant_order_id))]);
  const seen = new Set<string>();
  const checked: CheckedRow[] = [];
  for (const row of read.rows) {
    const key = row.values.merchant_order_id;
    if (row.overfull) checked.push(verdict(row, "error", { code: "too_many_cells" }));
    else if (key !== "" && seen.has(key)) checked.push(verdict(row, "duplicate", { field: "merchant_order_id", code: "duplicate_row" }));
    else checked.push(await checkRow(app, merchantId, ip, row, existing));
    seen.add(key);
  }
  return checked;
}

/** Figures of a checked file beside what the merchant has. */
export async function totalsOf(app: App, merchantId: bigint, rows: readonly CheckedRow[]): Promise<BatchTotals> {
  const account = await app.db.one<{ balance: bigint }>("select balance from accounts where kind = 'merchant' and owner_id = $1 and operator = ''", [
    merchantId,
  ]);
  const of = (result: BatchResult): number => rows.filter((row) => row.result === result).length;
  const good = rows.filter((row) => row.result === "ok");
  const amount = good.reduce((sum, row) => sum + (row.amountMinor ?? 0n), 0n);
  const fee = good.reduce((sum, row) => sum + (row.feeMinor ?? 0n), 0n);
  const available = account?.balance ?? 0n;
  return {
    rows: rows.length,
    ok: good.length,
    error: of("error"),
    duplicate: of("duplicate"),
    existing: of("existing"),
    amount: formatAmount(amount),
    fee: formatAmount(fee),
    total: formatAmount(amount + fee),
    available: formatAmount(available),
    enough: available >= amount + fee,
  };
}

/** A verdict as the contract has it. */
export function checkRowOf(app: App, row: CheckedRow): BatchCheckRow {
  return {
    line: row.line,
    ...row.values,
    result: row.result,
    field: row.field,
    code: row.code,
    order_id: app.publicIds.encodeOrNull("disburse", row.orderId),
    fee: formatAmountOrNull(row.feeMinor),
  };
}
