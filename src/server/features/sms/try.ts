/** POST /api/sms/try: what a text gives; nothing is stored. */
import type * as z from "zod";
import { operatorConfig } from "../../../contract/config.ts";
import type { SmsTried, smsTry } from "../../../contract/sms.schema.ts";
import { parseMessage } from "../../../domain/messages/index.ts";
import type { UserCtx } from "../../platform/context.ts";
import { wordsInForce } from "../../core/posting/in-force.ts";
import { triedOf } from "./tried.ts";

/** Parses a text with the rules in force. */
export async function trySms(ctx: UserCtx, input: z.output<typeof smsTry>): Promise<SmsTried> {
  const operator = input.operator ?? null;
  const parsed = parseMessage({
    operator,
    walletType: input.wallet_type ?? null,
    sender: input.sender ?? null,
    text: input.text,
    atMs: ctx.app.now(),
    ...(await wordsInForce(ctx.app)),
    // Without a sender the text alone is looked at; a phone's message without one is never believed.
    ...(operator && typeof input.sender === "string" ? { senderIds: operatorConfig(ctx.app.config.current, operator).sender_ids } : {}),
  });
  return triedOf(parsed);
}
