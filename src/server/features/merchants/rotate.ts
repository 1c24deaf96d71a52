/** New credentials of a merchant, shown this once to who asked for them; both want a second approval. */
import type * as z from "zod";
import type { merchantSecret, webhookSecret } from "../../../contract/merchants.schema.ts";
import { Undone } from "../../platform/db/undone.ts";
import type { Answer, Waiting } from "../../platform/answer.ts";
import { secretBinding, secretKeysOf, secretsText } from "../../core/outbox/sign.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import { merchantRaw, type MerchantRaw } from "./queries.ts";
import { newAppSecret, newWebhookSecret } from "./secrets.ts";
import { changeMerchant } from "./write.ts";

const OVERLAP_MS = 24 * 3_600_000;

/** A new secret is asked for by one person and allowed by another; the merchant's own people count for both. */
async function allowed(ctx: UserCtx, tx: Tx, raw: MerchantRaw, action: "secret" | "webhook-secret"): Promise<Waiting | Refused | null> {
  if (raw.deleted) return new Refused("wrong_state");
  return requireApproval(ctx, tx, {
    kind: `merchants.${action}`,
    objectType: "merchant",
    objectId: raw.id,
    action,
    objectVersion: raw.version,
    payload: { version: raw.version },
    merchantId: raw.id,
  });
}

/** A new app secret; the old one stops working within a second. Refuses `recheck_required`, `approval_waiting`, `not_found`, `conflict`, `wrong_state` */
export async function rotateSecret(ctx: UserCtx, id: string, version: number): Promise<Answer<z.input<typeof merchantSecret>>> {
  const { app, actor } = ctx;
  const found = await merchantRaw(app.db, app.publicIds.decode("merchant", id), actor);
  if (found instanceof Refused) return found;
  const key = newAppSecret(found.app_id);
  const row = await changeMerchant(ctx, { id, version, action: "merchant.secret" }, async (raw, tx) => {
    const waiting = await allowed(ctx, tx, raw, "secret");
    if (waiting) return waiting;
    return {
      columns: {
        app_secret_hash: key.hash,
        app_secret_last4: key.last4,
      },
      before: { key_ends_with: raw.app_secret_last4 },
      after: { key_ends_with: key.last4 },
    };
  });
  if (row instanceof Undone) return row;
  return { app_id: row.app_id, app_secret: key.secret, version: row.version };
}

interface StoredSecrets {
  readonly webhook_secret: Buffer;
  readonly webhook_secret_previous: Buffer | null;
  readonly webhook_previous_until: Date | null;
}

/**
 * What notifications are signed with until now, sealed as one: the secret in force, and those before it whose time is not over, since
 * whoever receives them may have any. One that cannot be read (another SECRET_KEY than the database's) is left behind. Null: none.
 */
function inForce(app: App, merchantId: bigint, stored: StoredSecrets): Buffer | null {
  const { webhook_secret: current, webhook_secret_previous: previous, webhook_previous_until: until } = stored;
  const sealed = previous !== null && until !== null && until.getTime() > app.now() ? [current, previous] : [current];
  const keys = sealed.flatMap((one) => {
    try {
      return secretKeysOf(app.secrets.open(one, secretBinding(merchantId)));
    } catch (error) {
      app.log.error({ err: error, merchant: merchantId.toString() }, "a merchant's webhook secret cannot be read");
      return [];
    }
  });
  return keys.length === 0 ? null : app.secrets.seal(secretsText(keys), secretBinding(merchantId));
}

/** A new webhook secret; notifications carry both signatures for 24 hours. Refuses `recheck_required`, `not_found`, `conflict`, `wrong_state` */
export async function rotateWebhookSecret(ctx: UserCtx, id: string, version: number): Promise<Answer<z.input<typeof webhookSecret>>> {
  const { app, actor } = ctx;
  const found = await merchantRaw(app.db, app.publicIds.decode("merchant", id), actor);
  if (found instanceof Refused) return found;
  const key = newWebhookSecret(app, found.id);
  const until = new Date(app.now() + OVERLAP_MS);
  const row = await changeMerchant(ctx, { id, version, action: "merchant.webhook-secret" }, async (raw, tx) => {
    const waiting = await allowed(ctx, tx, raw, "webhook-secret");
    if (waiting) return waiting;
    // The row is locked by now: these are the secrets in force, whoever changed them last.
    const stored = await app.db.side.one<StoredSecrets>("select webhook_secret, webhook_secret_previous, webhook_previous_until from merchants where id = $1", [
      raw.id,
    ]);
    if (!stored) return new Refused("not_found");
    return {
      columns: {
        webhook_secret: key.sealed,
        webhook_secret_previous: inForce(app, raw.id, stored),
        webhook_previous_until: until,
      },
      after: { previous_until: until.toISOString() },
    };
  });
  if (row instanceof Undone) return row;
  return { webhook_secret: key.secret, previous_until: until.toISOString(), version: row.version };
}
