/** Versions of fee rules. */
import { feeCancel, feeChange } from "../../../contract/fees.schema.ts";
import type { Feature } from "../../core/feature.ts";
import { dropMerchants } from "../../core/parties/merchants.ts";
import { cancelFee, changeFee } from "./change.ts";
import { feesJobs } from "./jobs.ts";
import { feesRoutes } from "./routes.ts";

export const fees: Feature = {
  name: "fees",
  routes: feesRoutes,
  jobs: feesJobs,
  approvalActs: [
    {
      kind: "merchants.fee-rule",
      run: (ctx, { id, payload }) => {
        const taken = feeCancel.safeParse(payload);
        return taken.success ? cancelFee(ctx, id, taken.data) : changeFee(ctx, id, feeChange.parse(payload));
      },
      after: dropMerchants,
    },
  ],
};
