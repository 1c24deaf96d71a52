/** What the server keeps about a payout, in words. */
import { named } from "../../words/named.ts";

/**
 * A reason in the reader's language. `http_503` and what stood in the way of an access token are made of parts; an
 * operator's own code stays as the operator writes it.
 */
export function reasonWords(code: string): string {
  const status = /^http_(\d{3})$/.exec(code);
  if (status) return `HTTP ${status[1]}`;
  // What a phone or a person wrote stands behind the code.
  const [, known, told] = /^([a-z_]+): (.+)$/s.exec(code) ?? [];
  if (known !== undefined && told !== undefined && reasonWords(known) !== known) return `${reasonWords(known)} · ${told}`;
  const word = named("disburses", "reason", code);
  if (word !== code || !code.startsWith("token_")) return word;
  return `${named("disburses", "reason", "no_token")} · ${reasonWords(code.slice("token_".length))}`;
}
