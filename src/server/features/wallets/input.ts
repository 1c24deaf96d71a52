/** From validated input to columns, shared by create and patch: amounts, address lists, the proxy. */
import { normaliseAccount, type Operator } from "../../../contract/operators.ts";
import { minor } from "../../../contract/schema.ts";
import type { WalletCreate } from "../../../contract/wallets.schema.ts";
import { parseRange } from "../../platform/http/ip.ts";
import { isRefused, type Refused, refusedField } from "../../platform/refusal.ts";
import type { Secrets } from "../../platform/secrets.ts";

/** Column name -> value; the names are the program's own. */
export type Columns = Readonly<Record<string, unknown>>;
type Fields = { readonly [K in Exclude<keyof WalletCreate, "operator">]?: WalletCreate[K] | undefined };

const PLAIN = [
  "name",
  "note_name",
  "collect",
  "payout",
  "payments_open",
  "disburses_open",
  "location",
  "daily_count_max",
  "month_count_max",
  "cool_interval",
  "wallet_type",
  "api_type",
  "enabled",
] as const;
const AMOUNTS = ["min_amount", "max_amount", "daily_max", "month_max", "phone_trust_limit"] as const;
const PROXY_SCHEMES = ["http:", "https:", "socks5:", "socks5h:"];

/** What the sealed proxy of a wallet is bound to. */
/** What a wallet's proxy is bound to at rest. */
export const proxyBinding = (id: bigint): string => `wallet-proxy:${id}`;

/**
 * Reads a proxy address.
 * @returns the address without credentials, as screens show it; refused when it is no http, https or socks5 address
 */
function proxyShown(unchecked: string): string | Refused {
  if (!URL.canParse(unchecked)) return refusedField("proxy");
  const url = new URL(unchecked);
  if (!PROXY_SCHEMES.includes(url.protocol) || url.hostname === "" || (url.pathname !== "" && url.pathname !== "/") || url.search !== "" || url.hash !== "")
    return refusedField("proxy");
  return `${url.protocol}//${url.host}`;
}

function addressList(entries: readonly string[]): string[] | Refused {
  const wrong = entries.findIndex((entry) => !parseRange(entry));
  return wrong < 0 ? entries.map((entry) => entry.trim()) : refusedField(`ip_whitelist.${wrong}`);
}

/**
 * Turns the given fields into columns; absent fields give none.
 * @returns the columns, or which field is wrong
 * @param shown what the wallet's proxy looks like now: sent back unchanged it keeps its credentials
 */
export function columnsOf(secrets: Secrets, id: bigint, operator: Operator, fields: Fields, shown: string | null): Columns | Refused {
  const columns: Record<string, unknown> = {};
  for (const name of PLAIN) if (fields[name] !== undefined) columns[name] = fields[name];
  for (const name of AMOUNTS) {
    const value = fields[name];
    if (value !== undefined) columns[name] = value === null ? null : minor(value);
  }
  if (fields.ip_whitelist !== undefined) columns["ip_whitelist"] = addressList(fields.ip_whitelist);
  if (fields.account !== undefined) columns["account"] = normaliseAccount(operator, fields.account) ?? refusedField("account");
  const proxy = fields.proxy?.trim() || null;
  if (fields.proxy !== undefined && (proxy === null || proxy !== shown)) {
    columns["proxy_shown"] = proxy === null ? null : proxyShown(proxy);
    columns["proxy"] = proxy === null ? null : secrets.seal(proxy, proxyBinding(id));
  }
  return Object.values(columns).find(isRefused) ?? columns;
}

/** Bounds that no amount can meet are refused. */
export function checkBounds(bounds: { readonly min_amount: bigint | null; readonly max_amount: bigint | null }): Refused | null {
  const crossed = bounds.min_amount !== null && bounds.max_amount !== null && bounds.min_amount > bounds.max_amount;
  return crossed ? refusedField("max_amount", "too_small") : null;
}
