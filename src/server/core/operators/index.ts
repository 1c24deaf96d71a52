/** Operators' own interfaces. */
import { sealedById } from "../../platform/secrets.ts";
import type { Feature } from "../feature.ts";
import { credentialsBinding } from "./credentials.ts";
import { operatorsJobs } from "./jobs.ts";
import { operatorsRoutes } from "./routes.ts";
import { tokenBinding, type TokenProduct } from "./tokens.ts";

export const operators: Feature = {
  name: "operators",
  routes: operatorsRoutes,
  jobs: operatorsJobs,
  sealed: [
    sealedById("wallets", "credentials", credentialsBinding),
    {
      table: "operator_tokens",
      column: "token",
      key: ["wallet_id", "product"],
      boundTo: ({ wallet_id: walletId = "", product }) => tokenBinding({ walletId: BigInt(walletId), product: product as TokenProduct }), // a check of the table
    },
  ],
};
