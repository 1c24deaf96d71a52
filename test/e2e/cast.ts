/** Who and what the tests' content is made of, in the words of both languages. */

/** Fees of every shape; the last may be called from anywhere, which home warns of. */
export const MERCHANTS = [
  { name: "达卡优选", owner: "Farzana Akter", payment_fee: { rate_bps: 150, fixed: "0.00", min: null, max: null }, ip_whitelist: ["127.0.0.1", "::1"] },
  { name: "Sonali Games", owner: "Md. Rakib Hasan", payment_fee: { rate_bps: 220, fixed: "2.00", min: "5.00", max: null }, ip_whitelist: ["127.0.0.1", "::1"] },
  { name: "Padma Travel", owner: "Nusrat Jahan", payment_fee: { rate_bps: 120, fixed: "0.00", min: null, max: "300.00" }, ip_whitelist: ["127.0.0.0/8"] },
  { name: "莲花充值", owner: "陈思远", payment_fee: { rate_bps: 180, fixed: "1.00", min: null, max: null }, ip_whitelist: ["127.0.0.1"] },
  { name: "Chattogram Fresh", owner: "Tanvir Ahmed", ip_whitelist: [] },
];
/** Two operators, three kinds of wallets; limits near and far. */
export const WALLETS = [
  { name: "bK-01 主力", operator: "bkash", wallet_type: "personal", account: "01712340001", daily_max: "200000.00", month_max: "3000000.00" },
  { name: "bK-02 主力", operator: "bkash", wallet_type: "personal", account: "01712340002", daily_max: "25000.00", daily_count_max: 80 },
  { name: "bK-03 代理", operator: "bkash", wallet_type: "agent", account: "01712340003", min_amount: "100.00", max_amount: "25000.00" },
  { name: "NG-01 主力", operator: "nagad", wallet_type: "personal", account: "01812340001", daily_max: "150000.00" },
  { name: "NG-02 商户", operator: "nagad", wallet_type: "merchant", account: "01812340002", cool_interval: 0 },
] as const;

/** One of each type beside the first admin. */
export const PEOPLE = { finance: "wang.fang", operator: "li.na", auditor: "zhao.lei", merchant_admin: "farzana", merchant_viewer: "rahim" } as const;

/** What becomes of the orders, in turn; `expire` is closed by the clock a minute later. */
export const EXPECTED_OUTCOMES = [
  "done",
  "done",
  "review",
  "done",
  "done",
  "cancel",
  "done",
  "pending",
  "done",
  "reject",
  "done",
  "done",
  "hand",
  "done",
  "expire",
  "done",
  "review",
  "done",
] as const;
