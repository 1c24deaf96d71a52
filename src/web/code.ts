/** The six digits of an authenticator, however they are typed or pasted. */

export const CODE_LENGTH = 6;

const BENGALI_ZERO = "০".charCodeAt(0);

/**
 * Keeps the first six digits: `123 456`, full-width and Bengali digits mean the same. The field itself has no maximum length, which
 * would cut what is pasted before the space in it is dropped.
 */
export function codeDigits(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BENGALI_ZERO))
    .replace(/\D/g, "")
    .slice(0, CODE_LENGTH);
}
