/** Small display choices that must be known before the first call: language and colour scheme. */

const YEAR_SECONDS = 31_536_000;

/** Reads a cookie of this page; null when it is not set. */
export function readCookie(name: string): string | null {
  for (const part of document.cookie.split(";")) {
    const [key, ...rest] = part.trim().split("=");
    if (key === name) return rest.join("=");
  }
  return null;
}

/** Writes a cookie for 365 days: Path=/, SameSite=Lax, Secure on https. The value must be plain letters. */
export function writeCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari of this product's age
  document.cookie = cookieText(name, value, location.protocol === "https:");
}

/** Text of such a cookie. */
export function cookieText(name: string, value: string, secure: boolean): string {
  return `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}${secure ? "; Secure" : ""}`;
}
