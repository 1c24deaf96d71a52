/** The address of the operator's page that a payer is sent to: never anything but a page of the operator's own. */
import { OFFICIAL_DOMAINS, type OfficialOperator } from "../../../contract/official.ts";

const PAGES = { bkash: ["bka.sh", "bkash.com"], nagad: ["mynagad.com", "nagad.com.bd"] } as const satisfies Record<OfficialOperator, readonly string[]>;

/** True for https in the operator's domains, and for the base address's own host (development). */
export function isPayerPage(
  app: { readonly env: { readonly webhookAllowPrivate: boolean } },
  wallet: { readonly operator: OfficialOperator; readonly connection: { readonly baseUrl: string } },
  unchecked: unknown,
): unchecked is string {
  if (typeof unchecked !== "string" || unchecked.length > 2000 || !URL.canParse(unchecked)) return false;
  const url = new URL(unchecked);
  if (app.env.webhookAllowPrivate && url.origin === new URL(wallet.connection.baseUrl).origin) return true;
  const domains = [OFFICIAL_DOMAINS[wallet.operator], ...PAGES[wallet.operator]];
  return url.protocol === "https:" && domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`));
}
