/** Public ids: a type letter, the day (Asia/Shanghai, yymmdd) and eight Crockford characters. */

export const ID_LETTERS = {
  payment: "P",
  disburse: "D",
  transfer: "T",
  withdrawal: "X",
  wallet: "W",
  merchant: "M",
  user: "U",
  sms: "S",
  journal: "J",
  manual: "N",
  approval: "A",
  delivery: "V",
  webhook: "E",
  device: "G",
  session: "I",
  audit: "L",
  view: "Q",
  transaction: "B",
  exception: "Z",
  switch: "C",
  task: "K",
  statement: "R",
  batch: "F",
  rule: "H",
  ending: "Y",
  bulk: "O",
} as const;
export type IdKind = keyof typeof ID_LETTERS;

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const PUBLIC_ID_PATTERN = /^[A-Z]\d{6}[0-9A-HJKMNP-TV-Z]{8}$/;

/** Four Crockford characters for each number of 20 bits is what a public id ends with, twice. */
const HALF = 0x100000;

/** Writes a 40-bit number as eight Crockford characters. @param value whole, 0 to 2^40 - 1 */
export function toCrockford40(value: number): string {
  const high = Math.floor(value / HALF);
  const low = value % HALF;
  let text = "";
  for (let shift = 15; shift >= 0; shift -= 5) text += CROCKFORD[(high >> shift) & 31];
  for (let shift = 15; shift >= 0; shift -= 5) text += CROCKFORD[(low >> shift) & 31];
  return text;
}

/** Reads eight Crockford characters; null when one is not of the alphabet. */
export function fromCrockford40(text: string): number | null {
  let value = 0;
  for (const character of text) {
    const digit = CROCKFORD.indexOf(character);
    if (digit < 0) return null;
    value = value * 32 + digit;
  }
  return text.length === 8 ? value : null;
}

/** Folds what people mistype (lower case, O, I, L, blanks, hyphens) so that an id read aloud is found. */
export function foldPublicId(unchecked: string): string {
  const plain = unchecked.trim().toUpperCase().replace(/[\s-]/g, "");
  return plain.slice(0, 1) + plain.slice(1).replaceAll("O", "0").replace(/[IL]/g, "1");
}
