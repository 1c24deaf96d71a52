/** Versions of fee rules. */
import { feeCancel, feeChange } from "../../../contract/fees.schema.ts";
import type { Feature } from "../../core/feature.ts";
import { dropMerchants } from "../../core/parties/merchants.ts";
import { cancelFee, changeFee, FEE_CANCEL } from "./change.ts";
import { feesJobs } from "./jobs.ts";
import { feesRoutes } from "./routes.ts";

export const fees: Feature = {
  name: "fees",
  routes: feesRoutes,
  jobs: feesJobs,
  approvalActs: [
    {
      kind: "merchants.fee-rule",
      run: (ctx, { id, action, payload }) =>
        action === FEE_CANCEL ? cancelFee(ctx, id, feeCancel.parse(payload)) : changeFee(ctx, id, feeChange.parse(payload)),
      after: dropMerchants,
    },
  ],
};
