/** A merchant at `/v1`. */
import type { MerchantPayment, PaymentCreate } from "../src/contract/payments.schema.ts";
import type { Answer, Http } from "./http.ts";

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

  private post(path: string, body: object, idempotencyKey?: string): Promise<Answer<MerchantPayment>> {
    const headers = {
      authorization: `Bearer ${this.appSecret}`,
      "content-type": "application/json",
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    };
    return this.http.send({ method: "POST", path, headers, body: JSON.stringify(body) });
  }
}
