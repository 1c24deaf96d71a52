/** Entries that merchants' accounts do not have. */

/** Kinds of entries of wallets and of the platform. */
export const walletEntryKind = {
  disburse: "代付",
  disburse_fee: "代付手续费",
  withdrawal: "提现",
  wallet_credit: "人工入账",
  wallet_debit: "人工出账",
  suspense: "待认领款",
  extra: "汇款奖励",
  reported: "短信证实",
  unexplained: "原因不明",
  reversal: "运营商冲正",
  operator_cost: "运营商费用",
  commission: "佣金",
  transfer_out: "转账转出",
  transfer_in: "转账转入",
  transfer_returned: "转账退回",
  b2b_in: "B2B 入账",
  b2b_out: "B2B 出账",
  b2b_credit: "B2B 入账",
  b2b_debit: "B2B 出账",
};
