/** Rows of an operator's statement whose own column of statuses says that nothing moved. */

/** Words for what has not happened, or not yet: when it has, a later file says so. */
const NOT_DONE = new Set(
  [
    ["failed", "failure", "fail", "unsuccessful", "not successful", "declined", "rejected", "cancelled", "canceled", "expired", "timeout", "timed out"],
    ["aborted", "pending", "processing", "in progress", "in process", "initiated", "incomplete"],
    ["失败", "交易失败", "未成功", "不成功", "已取消", "取消", "已拒绝", "拒绝", "已过期", "超时", "处理中", "进行中", "待处理", "已关闭", "交易关闭"],
    ["ব্যর্থ", "বাতিল", "অপেক্ষমাণ"],
  ]
    .flat()
    .map((word) => word.normalize("NFC")),
);

/** True for a status of a movement that has not taken place; one that nobody knows says nothing of that. */
export function isNotDone(status: string): boolean {
  return NOT_DONE.has(
    status
      .normalize("NFKC")
      .normalize("NFC")
      .trim()
      .replace(/\s+/g, " ")
      .replace(/[.!。]$/, "")
      .toLowerCase(),
  );
}
