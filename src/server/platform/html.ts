/** Text in pages that the server writes by itself. */

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as HTML; what cannot be printed is left out. */
export function html(text: string): string {
  return text.replace(/[&<>"']/g, (found) => ESCAPES[found] ?? found).replace(/\p{Cc}/gu, " ");
}

/** For a page that holds nothing but text and its own style. */
export const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
