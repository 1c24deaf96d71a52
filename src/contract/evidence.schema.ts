/** What is known of one order, to be handed to whoever disputes it: as its screen shows it, with the bodies of its notifications. */
import * as z from "zod";
import { deliveryDetail } from "./deliveries.schema.ts";
import { disburseDetail } from "./disburses.schema.ts";
import { paymentDetail } from "./payments.schema.ts";
import { instant } from "./schema.ts";
import { withdrawalDetail } from "./withdrawal.schema.ts";

const about = <Order extends z.ZodType>(order: Order) =>
  z.object({
    /** The moment that all of it is of. */
    made_at: instant,
    /** Account of whoever asked for it. */
    made_by: z.string(),
    /** Phone numbers stand in it in part only. */
    masked: z.boolean(),
    order,
    /** Null for who may not read notifications. */
    notifications: z.array(deliveryDetail).nullable(),
  });

export const paymentEvidence = about(paymentDetail);
export type PaymentEvidence = z.infer<typeof paymentEvidence>;
export const disburseEvidenceFile = about(disburseDetail);
export type DisburseEvidenceFile = z.infer<typeof disburseEvidenceFile>;
export const withdrawalEvidence = about(withdrawalDetail);
export type WithdrawalEvidence = z.infer<typeof withdrawalEvidence>;
