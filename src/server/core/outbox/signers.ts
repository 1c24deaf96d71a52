/** What signing needs, kept for seconds: the deployment's keys and the merchants' own secrets. */
import type { KeyObject } from "node:crypto";
import type { App } from "../../platform/context.ts";
import { signingKeys } from "./keys.ts";
import { secretBinding, secretKeyOf, secretKeysOf, signWebhook, type WebhookHeaders } from "./sign.ts";

const KEYS_TTL_MS = 10_000;
const MERCHANT_TTL_MS = 2_000;

/** How one merchant's notifications are signed and acknowledged. */
export interface MerchantSigner {
  readonly requireAck: boolean;
  sign(webhookId: string, atMs: number, body: string): WebhookHeaders;
}
interface MerchantRow {
  id: bigint;
  require_ack: boolean;
  webhook_secret: Buffer;
  webhook_secret_previous: Buffer | null;
  webhook_previous_until: Date | null;
}

/** Answers signers for merchants; a changed secret counts within two seconds. */
export class Signers {
  private keys: { value: readonly KeyObject[]; until: number } = { value: [], until: 0 };
  private readonly merchants = new Map<bigint, { value: MerchantSigner | null; until: number }>();

  constructor(private readonly app: Pick<App, "db" | "secrets" | "now" | "log">) {}

  /** Loads what is missing or old, with at most two statements. */
  async load(merchantIds: Iterable<bigint>): Promise<void> {
    const now = performance.now();
    if (this.keys.until <= now) this.keys = { value: await signingKeys(this.app), until: now + KEYS_TTL_MS };
    const wanted = [...new Set(merchantIds)].filter((id) => (this.merchants.get(id)?.until ?? 0) <= now);
    if (wanted.length === 0) return;
    const rows = await this.app.db.rows<MerchantRow>(
      "select id, require_ack, webhook_secret, webhook_secret_previous, webhook_previous_until from merchants where id = any ($1)",
      [wanted],
    );
    if (this.merchants.size > 10_000) this.merchants.clear();
    for (const row of rows) this.merchants.set(row.id, { value: this.signerOf(row), until: now + MERCHANT_TTL_MS });
  }

  /** The signer of a merchant that {@link load} was called for; null when its secret cannot be read. */
  of(merchantId: bigint): MerchantSigner | null {
    return this.merchants.get(merchantId)?.value ?? null;
  }

  /** One merchant's unreadable secret (another SECRET_KEY than the database's) must not hold up the others. */
  private signerOf(row: MerchantRow): MerchantSigner | null {
    try {
      return this.openSigner(row);
    } catch (error) {
      this.app.log.error({ err: error, merchant: row.id.toString() }, "a merchant's webhook secret cannot be read");
      return null;
    }
  }

  private openSigner(row: MerchantRow): MerchantSigner {
    const open = (sealed: Buffer): Buffer => this.app.secrets.open(sealed, secretBinding(row.id));
    const current = secretKeyOf(open(row.webhook_secret));
    const previous = row.webhook_secret_previous ? secretKeysOf(open(row.webhook_secret_previous)) : [];
    const until = row.webhook_previous_until?.getTime() ?? 0;
    return {
      requireAck: row.require_ack,
      sign: (webhookId, atMs, body) => signWebhook(webhookId, atMs, body, until > atMs ? [current, ...previous] : [current], this.keys.value),
    };
  }
}
