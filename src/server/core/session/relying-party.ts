/** Which address a passkey belongs to: the one that people have in their browser. */
import type { FastifyRequest } from "fastify";
import type { App } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";

/** WebAuthn's relying party. */
export interface RelyingParty {
  /** The host's name. */
  readonly id: string;
  /** Scheme, host and port. */
  readonly origin: string;
}

const read = (address: string | null | undefined): URL | null => (address && URL.canParse(address) ? new URL(address) : null);

/**
 * The relying party of a call. Its browser names its own address; believed is one of `WEB_ORIGIN` and `PUBLIC_URL`, or the host that was
 * called. What else a caller claims fits no passkey: each keeps the relying party that it was made for.
 * @returns `passkey_address` where browsers know no passkeys: neither https nor localhost, an address in numbers, or one that is not ours
 */
export function relyingParty(app: App, { headers }: Pick<FastifyRequest, "headers">): RelyingParty | Refused {
  const url = read(headers.origin);
  const ours = [read(app.env.webOrigin)?.origin, read(app.env.publicUrl)?.origin];
  if (url === null || !(ours.includes(url.origin) || url.host === headers.host)) return new Refused("passkey_address");
  const isSecure = url.protocol === "https:" || url.hostname === "localhost";
  if (!isSecure || /^[\d.]+$|:/.test(url.hostname)) return new Refused("passkey_address");
  return { id: url.hostname, origin: url.origin };
}
