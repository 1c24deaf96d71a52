/** Phone numbers of Bangladesh as people, operators and phones write them: the one place that knows the country's code. */

/** Before a number; whoever writes `+880 01…` writes the zero twice. */
const COUNTRY_CODE = /^\+?880?(?=01)/;

/** A number without separators and without the country's code: as it is stored, searched and compared. Others keep what they begin with. */
export function nationalPhone(written: string): string {
  return written.replace(/[\s-]/g, "").replace(COUNTRY_CODE, "");
}

/** The number of a mobile phone; null: it is masked, missing or something else. */
export function mobilePhone(unchecked: unknown): string | null {
  const number = nationalPhone(String(unchecked ?? ""));
  return /^01\d{9}$/.test(number) ? number : null;
}

/** A whole number somewhere in a text, its group without the country's code. */
export const PHONE_IN_TEXT = /(?<!\d)(?:\+?880?)?(01\d{9})(?!\d)/;
