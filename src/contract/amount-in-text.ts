/** Where an amount stands in a text: one pattern for the masks of the server and the cover of the screen. */

/** A digit as messages write it, Latin or Bangla. */
const D = "[0-9০-৯]";
/** Two decimals, as the interface and the operators write it, and no part of an address, a version or a percentage. */
const DECIMAL = `(?<![0-9০-৯.])[-+−]?${D}(?:${D}|,)*[.]${D}{2}(?!${D}|[.]${D}|%)`;
/** An amount with its currency, however many decimals it has. */
const AMOUNT_OF = `${D}(?:${D}|,${D})*(?:[.]${D}+)?`;
/** A currency in capitals: between others of those and digits it is part of a code (`8N7ATK5Q`). */
const CAPITALS = "(?:TK|TAKA|BDT|CNY|USD)";
/** `Tk 500`, `BDT1,200.5`. The word may stay: it says nothing. */
const AFTER_CURRENCY = `(?:(?<=(?:[Tt][Kk][.]|[Tt]k|tK|[Tt]aka|৳|¥|টাকা)[: ]{0,2}|(?:${CAPITALS}|[Tt][Aa][Kk][Aa])[: ]{1,2})|(?<=${CAPITALS})(?<![0-9A-Z]${CAPITALS}))[-+−]?${AMOUNT_OF}`;
/** `500 taka`, `20Tk`. */
const BEFORE_CURRENCY = `(?<![0-9০-৯.,A-Za-z])${AMOUNT_OF}(?!${CAPITALS}[0-9A-Z]{2})(?=[ ]?(?:[Tt][Kk](?![A-Za-z])|[Tt][Aa][Kk][Aa]|BDT|CNY|USD|৳|টাকা|元))`;

/** Source of the pattern, read alike by JavaScript and PostgreSQL. */
export const AMOUNT_SOURCE = `${DECIMAL}|${AFTER_CURRENCY}|${BEFORE_CURRENCY}`;
const AMOUNT = new RegExp(AMOUNT_SOURCE, "g");

/** The text with `cover` in place of each amount; the same text where there is none. */
export function coverAmounts(text: string, cover: string): string {
  return /[0-9০-৯]/.test(text) ? text.replace(AMOUNT, cover) : text;
}

/** True where a text says an amount. */
export function saysAmount(text: string): boolean {
  return coverAmounts(text, "") !== text;
}

/** Pieces of one text, in order, with `cover` in place of each amount: also of one that its pieces say only together. */
export function coverPieces(pieces: readonly string[], cover: string): string[] {
  const amounts = [...pieces.join("").matchAll(AMOUNT)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }));
  let at = 0;
  return pieces.map((piece) => {
    const begins = at;
    at += piece.length;
    return amounts
      .filter(({ from, to }) => to > begins && from < begins + piece.length)
      .reduceRight((text, { from, to }) => text.slice(0, Math.max(0, from - begins)) + cover + text.slice(Math.max(0, to - begins)), piece);
  });
}
