/** The six digits of an authenticator and the letters of a recovery code, however they are typed or pasted. */

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

const RECOVERY_LENGTH = 16;

/** Keeps what can stand in a recovery code, in lower case and groups of four. */
export function recoveryTyped(typed: string): string {
  const kept = typed
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, RECOVERY_LENGTH);
  return kept.replace(/(.{4})(?=.)/g, "$1-");
}

/** Whether what was typed is as long as a code, or a recovery code, is. */
export function isWholeCode(typed: string, isRecovery: boolean): boolean {
  return typed.replace(/-/g, "").length === (isRecovery ? RECOVERY_LENGTH : CODE_LENGTH);
}
