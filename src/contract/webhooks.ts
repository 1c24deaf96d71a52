/**
 * Notifications to merchants (webhooks): every type once, with what it is about, who gets it, and the change that it tells.
 *
 * The types of emitters, the schemas of bodies (`webhooks.schema.ts`), the filter and the words of the screen, the
 * documents with OpenAPI's `webhooks`, and the simulator come from here. A new type: `docs/recipes/add-a-webhook-event.md`.
 */
import type { MerchantDisburseStatus } from "./disburses.ts";
import type { PaymentStatus } from "./payments.ts";
import type { WithdrawalStatus } from "./withdrawal.ts";

interface WebhookInfo<About extends string, Status extends string | null, Change extends string | null> {
  /** What `data` is. */
  readonly about: About;
  /** Who gets it. `order`: the order's own `notify_url`, else its merchant's present one; `merchant`: the merchant's. */
  readonly to: "order" | "merchant";
  /** The column whose change is told, in the transaction that writes it; null: a person asks for it, and it is not kept. */
  readonly change: Change;
  /** The status that `data` says: where `change` is `status`, the one that was just reached. */
  readonly status: Status;
}

export const WEBHOOKS = {
  "payment.completed": { about: "payment", to: "order", change: "status", status: "completed" },
  "payment.review": { about: "payment", to: "order", change: "status", status: "review" },
  "payment.expired": { about: "payment", to: "order", change: "status", status: "expired" },
  "payment.rejected": { about: "payment", to: "order", change: "status", status: "rejected" },
  "payment.cancelled": { about: "payment", to: "order", change: "status", status: "cancelled" },
  "payment.reversed": { about: "payment", to: "order", change: "reversed_at", status: "completed" },
  "disburse.completed": { about: "disburse", to: "order", change: "status", status: "completed" },
  "disburse.failed": { about: "disburse", to: "order", change: "status", status: "failed" },
  "disburse.rejected": { about: "disburse", to: "order", change: "status", status: "rejected" },
  "disburse.cancelled": { about: "disburse", to: "order", change: "status", status: "cancelled" },
  "disburse.returned": { about: "disburse", to: "order", change: "returned_at", status: "completed" },
  "withdrawal.paid": { about: "withdrawal", to: "merchant", change: "status", status: "paid" },
  "withdrawal.rejected": { about: "withdrawal", to: "merchant", change: "status", status: "rejected" },
  "test.ping": { about: "merchant", to: "merchant", change: null, status: null },
} as const satisfies Readonly<{
  [type: `payment.${string}`]: WebhookInfo<"payment", PaymentStatus, "status" | "reversed_at">;
  [type: `disburse.${string}`]: WebhookInfo<"disburse", MerchantDisburseStatus, "status" | "returned_at">;
  [type: `withdrawal.${string}`]: WebhookInfo<"withdrawal", WithdrawalStatus, "status">;
  [type: `test.${string}`]: WebhookInfo<"merchant", null, null>;
}>;

/** The type of a notification, as its body names it. */
export type WebhookType = keyof typeof WEBHOOKS;
/** What notifications are about: kinds of public ids. */
export type WebhookAbout = (typeof WEBHOOKS)[WebhookType]["about"];
/** Types about one kind of object. */
export type WebhookOf<About extends WebhookAbout> = {
  [Type in WebhookType]: (typeof WEBHOOKS)[Type]["about"] extends About ? Type : never;
}[WebhookType];
/** Types that tell a change: they are queued, kept and shown; the others are sent once and forgotten. */
export type KeptWebhook = {
  [Type in WebhookType]: (typeof WEBHOOKS)[Type]["change"] extends null ? never : Type;
}[WebhookType];

type Head<Type> = Type extends `${infer First}.${string}` ? First : never;
/** One word for each type that is kept, as the dashboard's messages hold them: `{ payment: { completed } }`. */
export type WebhookWords = {
  readonly [First in Head<KeptWebhook>]: { readonly [Type in KeptWebhook as Type extends `${First}.${infer Rest}` ? Rest : never]: string };
};
/** One word for each kept type about one kind of object, as its drawer and timeline hold them: `{ payment_completed }`. */
export type DeliveryWords<About extends WebhookAbout> = {
  readonly [Type in Extract<KeptWebhook, WebhookOf<About>> as Type extends `${infer First}.${infer Rest}` ? `${First}_${Rest}` : never]: string;
};

/** Every type, in the order of the documents. */
export const WEBHOOK_TYPES = Object.keys(WEBHOOKS) as readonly WebhookType[]; // its own keys
export const KEPT_WEBHOOKS = WEBHOOK_TYPES.filter((type): type is KeptWebhook => WEBHOOKS[type].change !== null);

/** Types about one kind of object. */
export function webhooksOf<About extends WebhookAbout>(about: About): readonly WebhookOf<About>[] {
  return WEBHOOK_TYPES.filter((type): type is WebhookOf<About> => WEBHOOKS[type].about === about);
}
