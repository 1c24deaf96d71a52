/** Bodies of the notifications to merchants: what `webhooks.ts` lists, as schemas. */
import * as z from "zod";
import { merchantDisburse } from "./disburses.schema.ts";
import { merchantPayment } from "./payments.schema.ts";
import { instant, publicId } from "./schema.ts";
import { merchantWithdrawal } from "./withdrawal.schema.ts";
import { WEBHOOK_TYPES, WEBHOOKS, type WebhookAbout, type WebhookType } from "./webhooks.ts";

const DATA = {
  payment: merchantPayment,
  disburse: merchantDisburse,
  withdrawal: merchantWithdrawal,
  merchant: z.object({ merchant_id: publicId }),
} as const satisfies Record<WebhookAbout, z.ZodObject>;

/** What is said about an object of this kind. */
export type WebhookData<About extends WebhookAbout> = z.infer<(typeof DATA)[About]>;

function bodyOf(type: WebhookType) {
  const { about, status } = WEBHOOKS[type];
  const data: z.ZodObject = DATA[about];
  return z.object({ type: z.literal(type), timestamp: instant, data: status === null ? data : data.extend({ status: z.literal(status) }) });
}

type WebhookBody = ReturnType<typeof bodyOf>;
/** The whole body of each type: what is signed and sent. */
export const WEBHOOK_BODIES = Object.fromEntries(WEBHOOK_TYPES.map((type) => [type, bodyOf(type)])) as Readonly<Record<WebhookType, WebhookBody>>; // of all types
/** Any of them. */
export const webhookBody = z.discriminatedUnion("type", Object.values(WEBHOOK_BODIES) as [WebhookBody, ...WebhookBody[]]); // there are types
