/** Orders as `create` and `processes` send them: no two alike, merchants in turn. */
import { post } from "./http.ts";
import type { SeededMerchant } from "./seed.ts";

/** Makes the next request for a payment, whole, with each call. @param prefix of the merchants' numbers */
export function orderMaker(merchants: readonly SeededMerchant[], prefix = "b"): () => string {
  let serial = 0;
  return () => {
    serial += 1;
    const merchant = merchants[serial % merchants.length] as SeededMerchant;
    const amount = `${100 + ((serial * 7919) % 40_000)}.${String(serial % 100).padStart(2, "0")}`;
    return post("/v1/payments", merchant.secret, {
      merchant_order_id: `${prefix}${serial}`,
      amount,
      operator: "bkash",
      customer: `018${String((serial * 104_729) % 100_000_000).padStart(8, "0")}`,
    });
  };
}
