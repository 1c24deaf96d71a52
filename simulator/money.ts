/** The simulator's own arithmetic, apart from the product's on purpose: two computations that must agree. Minor units. */

/** A fee rule as the merchant agreed on it. Minor units. */
export interface Fee {
  readonly rateBps: number;
  readonly fixed: bigint;
  readonly min: bigint | null;
  readonly max: bigint | null;
}

/** Rounds half up to whole minor units. */
export function shareOf(amount: bigint, parts: bigint, of: bigint): bigint {
  const product = amount * parts;
  const whole = product / of;
  return (product % of) * 2n >= of ? whole + 1n : whole;
}

/** The fee on an amount received. */
export function feeFor(fee: Fee, amount: bigint): bigint {
  const raw = shareOf(amount, BigInt(fee.rateBps), 10_000n) + fee.fixed;
  const low = fee.min !== null && raw < fee.min ? fee.min : raw;
  const bounded = fee.max !== null && low > fee.max ? fee.max : low;
  return bounded > amount ? amount : bounded;
}

/** `1250.00` */
export function plain(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, "0");
  return `${minor < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `1,250.00` as bKash prints it. */
export function grouped(minor: bigint): string {
  const [whole = "", cents = ""] = plain(minor).split(".");
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",")}.${cents}`;
}

/** Reads an amount of the product's answers, which may be negative. @throws RangeError for anything else */
export function minorOf(text: string): bigint {
  const found = /^(-?)(\d+)\.(\d{2})$/.exec(text);
  if (!found) throw new RangeError(`not an amount: ${text}`);
  const value = BigInt(found[2] as string) * 100n + BigInt(found[3] as string);
  return found[1] === "-" ? -value : value;
}
