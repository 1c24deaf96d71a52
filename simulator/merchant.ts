/** A merchant at `/v1`. */
import type { DisburseCreate, MerchantDisburse } from "../src/contract/disburses.schema.ts";
import type { MerchantPayment, PaymentCreate } from "../src/contract/payments.schema.ts";
import { expectData, type Answer, type Http } from "./http.ts";
import { minorOf } from "./money.ts";

/** One merchant's program. */
export class Merchant {
  constructor(
    private readonly http: Http,
    readonly key: string,
    private readonly appSecret: string,
  ) {}

  create(order: PaymentCreate, idempotencyKey?: string): Promise<Answer<MerchantPayment>> {
    return this.post("/v1/payments", order, idempotencyKey);
  }

  submitTrx(id: string, trxId: string): Promise<Answer<MerchantPayment>> {
    return this.post(`/v1/payments/${id}/trx`, { trx_id: trxId });
  }

  cancel(id: string): Promise<Answer<MerchantPayment>> {
    return this.post(`/v1/payments/${id}/cancel`, {});
  }

  get(id: string): Promise<Answer<MerchantPayment>> {
    return this.http.send({ method: "GET", path: `/v1/payments/${id}`, headers: { authorization: `Bearer ${this.appSecret}` } });
  }

  payOut(order: DisburseCreate): Promise<Answer<MerchantDisburse>> {
    return this.post("/v1/disburses", order);
  }

  cancelPayout(id: string): Promise<Answer<MerchantDisburse>> {
    return this.post(`/v1/disburses/${id}/cancel`, {});
  }

  payout(id: string): Promise<Answer<MerchantDisburse>> {
    return this.http.send({ method: "GET", path: `/v1/disburses/${id}`, headers: { authorization: `Bearer ${this.appSecret}` } });
  }

  /** What the merchant may spend now; minor units. */
  async available(): Promise<bigint> {
    const answer = await this.http.send<{ available: string }>({ method: "GET", path: "/v1/balance", headers: { authorization: `Bearer ${this.appSecret}` } });
    return minorOf(expectData(answer, "balance").available);
  }

  private post<T = MerchantPayment>(path: string, body: object, idempotencyKey?: string): Promise<Answer<T>> {
    const headers = {
      authorization: `Bearer ${this.appSecret}`,
      "content-type": "application/json",
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    };
    return this.http.send({ method: "POST", path, headers, body: JSON.stringify(body) });
  }
}
