/** Nagad's secure handshake: a session key for the calls of one payout. */
import { randomInt } from "node:crypto";
import type { App } from "../../../platform/context.ts";
import type { OfficialWallet } from "../credentials.ts";
import { operatorClient, type OperatorReply } from "../outbound.ts";
import { aesOpen, aesSeal, BadAnswer, checkSignature, objectOf, rsaOpen, rsaSign, type SessionKey } from "./crypto.ts";
import { API_VERSION, keysOf } from "./parts.ts";
import { judge, writeTime, type Judged } from "./words.ts";

const RANDOM_DIGITS = 20;
const AES_BYTES = 16;
/** Of each of the four calls of a payout. */
const CALL_MS = 12_000;

/** What a sealed call came to; `body` is opened. */
export type SealedReply = Exclude<Judged, { kind: "ok" }> | { readonly kind: "ok"; readonly body: Readonly<Record<string, unknown>> };

/** Calls under one session key. */
export class NagadSession {
  private constructor(
    private readonly app: App,
    private readonly wallet: OfficialWallet,
    private readonly session: SessionKey,
    private readonly keyId: string,
    private readonly apiKey: string,
  ) {}

  /** Shakes hands. Nothing about any payout is sent. */
  static async begin(app: App, wallet: OfficialWallet): Promise<NagadSession | Exclude<Judged, { kind: "ok" }>> {
    try {
      return await NagadSession.handshake(app, wallet);
    } catch (error) {
      if (error instanceof BadAnswer) return { kind: "unclear", code: "bad_signature" };
      throw error;
    }
  }

  private static async handshake(app: App, wallet: OfficialWallet): Promise<NagadSession | Exclude<Judged, { kind: "ok" }>> {
    const keys = keysOf(wallet, "payout");
    const aggregatorId = wallet.connection.credentials.aggregator_id ?? "";
    const requestDateTime = writeTime(app.now());
    const random = Array.from({ length: RANDOM_DIGITS }, () => randomInt(10)).join("");
    const reply = await operatorClient(app).send(
      {
        method: "POST",
        url: `${wallet.connection.payoutBaseUrl}/api/secure-handshake/dfs/disbursement`,
        headers: NagadSession.headers(wallet),
        body: { merchantAggregatorId: aggregatorId, requestDateTime, random, signature: rsaSign(keys.own, aggregatorId + requestDateTime + random) },
        timeoutMs: CALL_MS,
      },
      wallet.proxy,
    );
    const judged = judge(reply);
    if (judged.kind !== "ok") return judged;
    const text = rsaOpen(keys.own, judged.body["sensitiveData"]);
    checkSignature(keys.operator, text, judged.body["signature"]);
    const { key, iv, keyId } = objectOf(text);
    const session = { key: Buffer.from(String(key), "base64"), iv: Buffer.from(String(iv), "base64") };
    const apiKey = judged.headers["x-km-api-key"];
    if (session.key.length !== AES_BYTES || session.iv.length !== AES_BYTES || typeof keyId !== "string" || !apiKey) throw new BadAnswer();
    return new NagadSession(app, wallet, session, keyId, apiKey);
  }

  private static headers(wallet: OfficialWallet): Record<string, string> {
    const { merchant_id: merchantId = "", aggregator_id: aggregatorId = "" } = wallet.connection.credentials;
    return { "x-km-mc-id": merchantId, "x-km-ma-id": aggregatorId, "x-km-api-version": API_VERSION, "x-km-client-type": "PC_WEB" };
  }

  /** A call whose body and answer are sealed with the session key. An answer that cannot be opened is unclear. */
  async post(path: string, plain: Readonly<Record<string, unknown>>): Promise<SealedReply> {
    const { wallet } = this;
    const query = new URLSearchParams({ "key-id": this.keyId, "ma-id": wallet.connection.credentials.aggregator_id ?? "" });
    const judged = judge(
      await this.send({
        method: "POST",
        url: `${wallet.connection.payoutBaseUrl}/api/${path}?${query}`,
        body: { sensitiveData: aesSeal(this.session, JSON.stringify(plain)) },
      }),
    );
    if (judged.kind !== "ok") return judged;
    try {
      return { kind: "ok", body: objectOf(aesOpen(this.session, judged.body["sensitiveData"])) };
    } catch {
      return { kind: "unclear", code: "bad_answer" };
    }
  }

  /** A question whose answer is plain. */
  async get(path: string, query: Readonly<Record<string, string>>): Promise<Judged> {
    return judge(await this.send({ method: "GET", url: `${this.wallet.connection.payoutBaseUrl}/api/${path}?${new URLSearchParams(query)}` }));
  }

  private send(request: { method: "GET" | "POST"; url: string; body?: object }): Promise<OperatorReply> {
    return operatorClient(this.app).send(
      { ...request, headers: { ...NagadSession.headers(this.wallet), "x-km-api-key": this.apiKey }, timeoutMs: CALL_MS },
      this.wallet.proxy,
    );
  }
}
