/**
 * What an operator's statement says of a row in its column of statuses. Every word is known: a movement that did not take place may be
 * called anything, and one that did must not be left out.
 */

export type RowStatus =
  /** The money moved. What went back later is a movement of its own. */
  | "done"
  /** It did not. */
  | "failed"
  /** Not yet, or nobody knows: when it has, a later file says so. */
  | "pending";

const WORDS: Readonly<Record<RowStatus, readonly string[]>> = {
  done: [
    "completed",
    "complete",
    "success",
    "successful",
    "successfull",
    "succeeded",
    "succeed",
    "done",
    "paid",
    "received",
    "sent",
    "settled",
    "posted",
    "processed",
    "executed",
    "captured",
    "ok",
    "reversed",
    "refunded",
    "partially reversed",
    "partially refunded",
    "transaction successful",
    "transaction completed",
    "payment successful",
    "payment completed",
    "成功",
    "已成功",
    "交易成功",
    "支付成功",
    "付款成功",
    "收款成功",
    "转账成功",
    "完成",
    "已完成",
    "交易完成",
    "已支付",
    "已付款",
    "已收款",
    "已到账",
    "已入账",
    "已冲正",
    "已退款",
    "部分退款",
    "সফল",
    "সফল হয়েছে",
    "সম্পন্ন",
    "সম্পন্ন হয়েছে",
    "সফলভাবে সম্পন্ন",
    "সফলভাবে সম্পন্ন হয়েছে",
    "লেনদেন সফল",
    "লেনদেন সম্পন্ন",
    "পরিশোধিত",
  ],
  failed: [
    "failed",
    "failure",
    "fail",
    "unsuccessful",
    "not successful",
    "not completed",
    "declined",
    "rejected",
    "cancelled",
    "canceled",
    "expired",
    "aborted",
    "voided",
    "invalid",
    "invalid request",
    "fraud",
    "UnKnownFailed",
    "transaction failed",
    "payment failed",
    "失败",
    "交易失败",
    "支付失败",
    "付款失败",
    "转账失败",
    "未成功",
    "不成功",
    "已取消",
    "取消",
    "已拒绝",
    "拒绝",
    "已过期",
    "已关闭",
    "交易关闭",
    "ব্যর্থ",
    "ব্যর্থ হয়েছে",
    "লেনদেন ব্যর্থ",
    "অসফল",
    "সফল হয়নি",
    "সম্পন্ন হয়নি",
    "বাতিল",
    "বাতিল হয়েছে",
    "প্রত্যাখ্যাত",
    "মেয়াদোত্তীর্ণ",
  ],
  pending: [
    "pending",
    "processing",
    "in progress",
    "in process",
    "initiated",
    "order initiated",
    "ready",
    "authorized",
    "authorised",
    "created",
    "submitted",
    "queued",
    "on hold",
    "incomplete",
    "timeout",
    "timed out",
    "time out",
    "处理中",
    "进行中",
    "待处理",
    "待支付",
    "待付款",
    "支付中",
    "未完成",
    "超时",
    "অপেক্ষমাণ",
    "অপেক্ষমান",
    "পেন্ডিং",
    "প্রক্রিয়াধীন",
    "চলমান",
    "অসম্পূর্ণ",
  ],
};

/** A word without what differs from file to file: case, blanks, a stop behind it; the interfaces write "InProgress" as one. */
const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .normalize("NFC")
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .replace(/[\s_-]+/g, " ")
    .trim()
    .replace(/[.!।。]$/, "")
    .toLowerCase();

const KNOWN: ReadonlyMap<string, RowStatus> = new Map(
  (Object.keys(WORDS) as RowStatus[]).flatMap((status) => WORDS[status].map((word) => [fold(word), status] as const)),
);

/** What a word of the column means; null: nobody knows. */
export function readStatus(word: string): RowStatus | null {
  return KNOWN.get(fold(word)) ?? null;
}
