/** Transfers of float. Apart from orders: on screen their messages come with few screens, and a file that two parts share comes with both. */
import type { TransferKind, TransferStatus } from "../../transfers.ts";

/** Kinds of transfers. */
export const transferKind = { wallet: "钱包互转", b2b_in: "B2B 转入", b2b_out: "B2B 转出" } satisfies Record<TransferKind, string>;

/** Statuses of transfers. */
export const transferStatus = { pending: "待审核", processing: "处理中", completed: "已完成", failed: "失败", cancelled: "已取消" } satisfies Record<
  TransferStatus,
  string
>;
