/** Kinds of manual operations: home's queue names them, so they come before their screen. */
import type { ManualKind } from "../../manual.ts";

/** Kinds of manual operations. */
export const manualKind = {
  merchant_credit: "商户加款",
  merchant_debit: "商户扣款",
  wallet_credit: "钱包调增",
  wallet_debit: "钱包调减",
  b2b_credit: "B2B 转入",
  b2b_debit: "B2B 转出",
  assign_message: "短信指定订单",
  write_off: "核销",
  payment_reversal: "代收冲正",
  opening: "期初余额",
} satisfies Record<ManualKind, string>;
