/** What reads payments, for verbs and routes of the feature. */
export { messageCandidates, paymentDetail } from "./detail.ts";
export { MERCHANT_PAYMENT_COLUMNS, toMerchantPayment, type MerchantPaymentRaw } from "../../core/orders/payment-view.ts";
export { loadPaymentRow, PAYMENT_LIST, paymentRowOf, type PaymentRaw } from "./queries.ts";
