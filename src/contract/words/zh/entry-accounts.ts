/** Accounts of the ledger. */

/** Accounts by their role. */
export const entryAccount = {
  wallet: "钱包",
  merchant: "商户余额",
  hold: "商户冻结",
  fees: "手续费收入",
  operator_costs: "运营商费用",
  suspense: "待认领款",
  unexplained: "原因不明",
  unreported: "待短信证实",
  commissions: "佣金收入",
  b2b: "B2B",
  settlement: "商户提现",
  adjustments: "人工调整",
  transit: "钱包间在途",
};
