/** Credentials of official wallets: sealed at rest, bound to their wallet, shown masked, read for one call at a time. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import {
  credentialFields,
  isOfficialOperator,
  MASK,
  OFFICIAL_DOMAINS,
  OFFICIAL_HOSTS,
  type CredentialName,
  type OfficialOperator,
} from "../../../contract/official.ts";
import type { WalletOfficial, WalletOfficialIn } from "../../../contract/official.schema.ts";
import type { App } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { credentialHash, type Secrets } from "../../platform/secrets.ts";

/** What is sealed. */
export interface Connection {
  readonly baseUrl: string;
  readonly payoutBaseUrl: string;
  readonly credentials: Readonly<Partial<Record<CredentialName, string>>>;
}

const LONG_ENOUGH = 16;
const LAST = 4;
/** What the sealed credentials of a wallet are bound to. */
/** What a wallet's credentials are bound to at rest. */
export const credentialsBinding = (walletId: bigint): string => `wallet-credentials:${walletId}`;

/** A key as the operators hand it out: PEM, or the bare base64 of its body. @throws Error when it is none */
export function readKey(kind: "private" | "public", unchecked: string): KeyObject {
  const text = unchecked.trim();
  if (/-----BEGIN/.test(text)) return kind === "private" ? createPrivateKey(text) : createPublicKey(text);
  const key = Buffer.from(text.replace(/\s/g, ""), "base64");
  if (kind === "public") return createPublicKey({ key, format: "der", type: "spki" });
  try {
    return createPrivateKey({ key, format: "der", type: "pkcs8" });
  } catch {
    return createPrivateKey({ key, format: "der", type: "pkcs1" });
  }
}

/** Nothing of a password or a short secret, the end of a long one, the fingerprint of a key. */
function masked(name: CredentialName, kind: "private" | "public" | undefined, value: string): string {
  if (kind !== undefined) {
    const key = createPublicKey(readKey(kind, value).export({ type: kind === "private" ? "pkcs8" : "spki", format: "pem" }));
    return `SHA-256 ${createHash("sha256")
      .update(key.export({ type: "spki", format: "der" }))
      .digest("hex")
      .slice(0, 16)}`;
  }
  return value.length >= LONG_ENOUGH && !name.endsWith("password") ? `${MASK}${value.slice(-LAST)}` : MASK;
}

/** True when every credential that this needs is there. */
export function isComplete(operator: OfficialOperator, connection: Connection, use: "collect" | "payout"): boolean {
  return credentialFields(operator).every((field) => !field[use] || (connection.credentials[field.name] ?? "") !== "");
}

/**
 * The address in the form that is stored: https in the operator's own domain, or loopback in development; else the field is
 * refused.
 */
function checkAddress(operator: OfficialOperator, unchecked: string, field: string, allowPrivate: boolean): string | Refused {
  if (!URL.canParse(unchecked) || /[\s\\]/.test(unchecked)) return refusedField(field);
  const url = new URL(unchecked);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return refusedField(field);
  const domain = OFFICIAL_DOMAINS[operator];
  const own = url.protocol === "https:" && (url.hostname === domain || url.hostname.endsWith(`.${domain}`));
  const loopback = allowPrivate && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(url.hostname) && /^https?:$/.test(url.protocol);
  return own || loopback ? url.href.replace(/\/+$/, "") : refusedField(field, "not_allowed");
}

/** The published payout address that belongs to a base address; without one, the base itself. */
function payoutOf(operator: OfficialOperator, baseUrl: string): string {
  return Object.values(OFFICIAL_HOSTS[operator]).find((host) => host.base === baseUrl)?.payout ?? baseUrl;
}

function mergeCredentials(
  operator: OfficialOperator,
  before: Connection["credentials"],
  given: NonNullable<NonNullable<WalletOfficialIn>["credentials"]>,
): Connection["credentials"] | Refused {
  const fields = new Map(credentialFields(operator).map((field) => [field.name as string, field]));
  const merged: Partial<Record<CredentialName, string>> = { ...before };
  for (const [name, value] of Object.entries(given) as [CredentialName, string][]) {
    const field = fields.get(name);
    if (!field) return refusedField(`official.credentials.${name}`, "not_allowed");
    const text = value.trim();
    if (text === "") delete merged[name];
    else if (field.key !== undefined && !isKey(field.key, text)) return refusedField(`official.credentials.${name}`);
    else if (field.key === undefined && /[\r\n]/.test(text)) return refusedField(`official.credentials.${name}`);
    else merged[name] = text;
  }
  return merged;
}

function isKey(kind: "private" | "public", value: string): boolean {
  try {
    return readKey(kind, value).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}

/** What the wallet's row shows of its connection. */
function shownOf(operator: OfficialOperator, connection: Connection, nowMs: number): WalletOfficial {
  const keys = new Map(credentialFields(operator).map((field) => [field.name, field.key]));
  const entries = (Object.entries(connection.credentials) as [CredentialName, string][]).map(
    ([name, value]) => [name, masked(name, keys.get(name), value)] as const,
  );
  return {
    base_url: connection.baseUrl,
    payout_base_url: connection.payoutBaseUrl,
    credentials: Object.fromEntries(entries),
    collects: isComplete(operator, connection, "collect"),
    pays: isComplete(operator, connection, "payout"),
    changed_at: new Date(nowMs).toISOString(),
  };
}

/** Opens what a wallet has stored; null when it has nothing. @throws Error when it was sealed for another one or changed */
function openConnection(secrets: Secrets, walletId: bigint, sealed: Buffer | null): Connection | null {
  return sealed === null ? null : (JSON.parse(secrets.open(sealed, credentialsBinding(walletId)).toString("utf8")) as Connection);
}

/**
 * The columns of a changed connection.
 * @param sealed what the wallet has now
 * @returns them, or a refusal that names the field
 */
export function connectionColumns(
  app: Pick<App, "secrets" | "env" | "now">,
  wallet: { readonly id: bigint; readonly operator: string },
  sealed: Buffer | null,
  input: NonNullable<WalletOfficialIn> | null,
): { readonly credentials: Buffer | null; readonly credentials_shown: string | null } | Refused {
  if (input === null) return { credentials: null, credentials_shown: null };
  const { operator } = wallet;
  if (!isOfficialOperator(operator)) return refusedField("official", "not_allowed");
  const before = openConnection(app.secrets, wallet.id, sealed);
  const allowPrivate = app.env.webhookAllowPrivate;
  const base = input.base_url || before?.baseUrl || OFFICIAL_HOSTS[operator].live.base;
  const baseUrl = checkAddress(operator, base, "official.base_url", allowPrivate);
  if (baseUrl instanceof Refused) return baseUrl;
  const kept = before !== null && before.baseUrl === baseUrl ? before.payoutBaseUrl : undefined;
  const payout = input.payout_base_url === undefined ? kept : input.payout_base_url || undefined;
  const payoutBaseUrl = payout === undefined ? payoutOf(operator, baseUrl) : checkAddress(operator, payout, "official.payout_base_url", allowPrivate);
  if (payoutBaseUrl instanceof Refused) return payoutBaseUrl;
  const credentials = mergeCredentials(operator, before?.credentials ?? {}, input.credentials ?? {});
  if (credentials instanceof Refused) return credentials;
  const connection: Connection = { baseUrl, payoutBaseUrl, credentials };
  return {
    credentials: app.secrets.seal(JSON.stringify(connection), credentialsBinding(wallet.id)),
    credentials_shown: JSON.stringify(shownOf(operator, connection, app.now())),
  };
}

/** A wallet as its adapter needs it. */
export interface OfficialWallet {
  readonly id: bigint;
  readonly operator: OfficialOperator;
  readonly account: string;
  readonly connection: Connection;
  /** Address of the proxy with its credentials; null: none. */
  readonly proxy: string | null;
  /** Changes with the connection: what was issued for other credentials is of no use. */
  readonly fingerprint: Buffer;
}

/** Reads an official wallet; null when it is none, or has no credentials. */
export async function loadOfficialWallet(app: App, q: Queryable, walletId: bigint): Promise<OfficialWallet | null> {
  const row = await q.one<{ operator: string; account: string; credentials: Buffer | null; proxy: Buffer | null }>(
    "select operator, account, credentials, proxy from wallets where id = $1 and api_type = 'official'",
    [walletId],
    "official_wallet",
  );
  if (!row || !isOfficialOperator(row.operator)) return null;
  const connection = openConnection(app.secrets, walletId, row.credentials);
  if (!connection) return null;
  return {
    id: walletId,
    operator: row.operator,
    account: row.account,
    connection,
    proxy: row.proxy === null ? null : app.secrets.open(row.proxy, `wallet-proxy:${walletId}`).toString("utf8"),
    fingerprint: credentialHash(JSON.stringify(connection)),
  };
}
