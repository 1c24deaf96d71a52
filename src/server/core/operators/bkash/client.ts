/** Calls to bKash with a token: granted and renewed here, dropped when bKash no longer takes it. */
import type { App } from "../../../platform/context.ts";
import { credentialHash } from "../../../platform/secrets.ts";
import type { OfficialWallet } from "../credentials.ts";
import { operatorClient, type OperatorReply } from "../outbound.ts";
import { NoToken, operatorTokens, type IssuedToken, type TokenKey, type TokenProduct } from "../tokens.ts";
import { errorOf } from "./words.ts";

/** bKash gives its own clients 30 seconds. */
const CALL_MS = 30_000;
const TOKEN_MS = 10_000;
/** A call that cannot begin by then is not made: whoever asked for it may have given it up. */
const BEGIN_WITHIN_MS = 22_000;
const DEFAULT_LIFE_S = 3600;

interface Login {
  readonly username: string;
  readonly password: string;
  readonly appKey: string;
  readonly appSecret: string;
}

/** The contract of a product: payouts may have one of their own. */
function loginOf(wallet: OfficialWallet, product: TokenProduct): Login {
  const { credentials } = wallet.connection;
  const own = product === "payout";
  return {
    username: (own && credentials.payout_username) || credentials.username || "",
    password: (own && credentials.payout_password) || credentials.password || "",
    appKey: (own && credentials.payout_app_key) || credentials.app_key || "",
    appSecret: (own && credentials.payout_app_secret) || credentials.app_secret || "",
  };
}

/** What a call came to: bKash's reply, or no token, so that nothing was asked. */
export type BkashReply = OperatorReply | { readonly kind: "no_token"; readonly code: string };

/** bKash as one wallet calls it. */
export class BkashClient {
  private readonly login: Login;
  private readonly base: string;
  private readonly key: TokenKey;

  constructor(
    private readonly app: App,
    private readonly wallet: OfficialWallet,
    product: TokenProduct,
  ) {
    this.login = loginOf(wallet, product);
    this.base = product === "payout" ? `${wallet.connection.payoutBaseUrl}/checkout` : `${wallet.connection.baseUrl}/tokenized/checkout`;
    // The secret itself is part of the fingerprint: another contract never uses this one's token.
    this.key = { walletId: wallet.id, product, fingerprint: credentialHash(JSON.stringify([this.base, this.login])) };
  }

  /**
   * Calls once. A token that bKash refuses (401) is replaced and the call made again: it was not looked at before.
   * @param path under the product's own, without a leading slash
   */
  async call(method: "GET" | "POST", path: string, body?: Readonly<Record<string, unknown>>): Promise<BkashReply> {
    const askedAt = performance.now();
    for (let tries = 1; ; tries += 1) {
      let token: string;
      try {
        token = await operatorTokens(this.app).get(this.key, (refresh) => this.issue(refresh));
      } catch (error) {
        if (error instanceof NoToken) return { kind: "no_token", code: error.code };
        throw error;
      }
      if (performance.now() - askedAt > BEGIN_WITHIN_MS) return { kind: "no_token", code: "too_slow" };
      const reply = await operatorClient(this.app).send(
        {
          method,
          url: `${this.base}/${path}`,
          headers: { authorization: token, "x-app-key": this.login.appKey },
          ...(body ? { body } : {}),
          timeoutMs: CALL_MS,
        },
        this.wallet.proxy,
      );
      if (reply.kind !== "answer" || reply.status !== 401 || tries >= 2) return reply;
      await operatorTokens(this.app).drop(this.key, token);
    }
  }

  private async issue(refresh: string | null): Promise<IssuedToken> {
    const { login } = this;
    const reply = await operatorClient(this.app).send(
      {
        method: "POST",
        url: `${this.base}/token/${refresh === null ? "grant" : "refresh"}`,
        headers: { username: login.username, password: login.password },
        body: { app_key: login.appKey, app_secret: login.appSecret, ...(refresh === null ? {} : { refresh_token: refresh }) },
        timeoutMs: TOKEN_MS,
      },
      this.wallet.proxy,
    );
    if (reply.kind === "lost") throw new NoToken(`token_${reply.code}`);
    const error = reply.json === null ? null : errorOf(reply.json);
    if (error) throw new NoToken(`token_${error.code}`);
    const token = reply.json?.["id_token"];
    if (reply.status !== 200 || typeof token !== "string" || token === "") throw new NoToken(`token_http_${reply.status}`);
    const life = Number(reply.json?.["expires_in"]);
    const renewal = reply.json?.["refresh_token"];
    return {
      token,
      refresh: typeof renewal === "string" ? renewal : null,
      expiresMs: this.app.now() + (Number.isFinite(life) && life > 0 ? Math.min(life, DEFAULT_LIFE_S) : DEFAULT_LIFE_S) * 1000,
    };
  }
}

/** A reply as the operator's own words, or why there are none that count. */
export type Judged =
  | { readonly kind: "ok"; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: "error"; readonly code: string; readonly message: string }
  /** No clear answer. `asked` false: the call was never made. */
  | { readonly kind: "unclear"; readonly code: string; readonly asked: boolean };

/** Judges a reply. 5xx, 408, 409, unreadable and lost answers are never clear. */
export function judge(reply: BkashReply): Judged {
  if (reply.kind === "no_token") return { kind: "unclear", code: reply.code, asked: false };
  if (reply.kind === "lost") return { kind: "unclear", code: reply.code, asked: true };
  if (reply.status >= 500 || reply.status === 408 || reply.status === 409 || reply.status === 425)
    return { kind: "unclear", code: `http_${reply.status}`, asked: true };
  const error = reply.json === null ? null : errorOf(reply.json);
  if (error) return { kind: "error", ...error };
  if (reply.status >= 400) return { kind: "error", code: `http_${reply.status}`, message: String(reply.json?.["message"] ?? "").slice(0, 200) };
  if (reply.status >= 300 || reply.json === null) return { kind: "unclear", code: reply.json === null ? "unreadable" : `http_${reply.status}`, asked: true };
  return { kind: "ok", body: reply.json };
}
