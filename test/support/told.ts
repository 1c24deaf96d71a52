/** What merchants were told, against what the contract says that they are told. */
import { isDeepStrictEqual } from "node:util";
import { webhookBody } from "../../src/contract/webhooks.schema.ts";
import { WEBHOOKS, type WebhookType } from "../../src/contract/webhooks.ts";
import type { Db } from "../../src/server/platform/db/pool.ts";

interface Queued {
  readonly type: string;
  readonly object_type: string;
  readonly body: string;
}

/** Why a body is not what the contract says of its type; null: it is, with no field more or less. */
export function wrongIn(text: string): string | null {
  const body: unknown = JSON.parse(text);
  const read = webhookBody.safeParse(body);
  if (!read.success) return read.error.message;
  return isDeepStrictEqual(read.data, body) ? null : "it says more than the contract";
}

/** Every notification of a database, sent or not, that is not what the contract says. */
export async function wronglyTold(db: Db): Promise<string[]> {
  const rows = await db.rows<Queued>("select type, object_type, body from outbox union all select type, object_type, body from deliveries");
  return rows.flatMap(({ type, object_type, body }) => {
    const wrong =
      wrongIn(body) ?? (body.startsWith(`{"type":"${type}",`) && WEBHOOKS[type as WebhookType].about === object_type ? null : "its row says otherwise"); // a type of the contract, as its body is one
    return wrong === null ? [] : [`${type} of ${object_type}: ${wrong}: ${body}`];
  });
}
