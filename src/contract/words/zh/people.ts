/** People and wallets. */

/** User types. */
export const userType = {
  admin: "管理员",
  finance: "财务",
  operator: "操作员",
  auditor: "审计员",
  merchant_admin: "商户管理员",
  merchant_viewer: "商户查看员",
};

/** Kinds of wallets. */
export const walletType = { personal: "个人", agent: "代理", merchant: "商户" };

/** How a wallet is reached. */
export const apiType = { app: "手机应用", official: "官方接口", manual: "人工" };
